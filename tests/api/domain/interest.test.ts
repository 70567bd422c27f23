import { v7 as newUuid } from 'uuid'
import { describe, test } from 'vitest'
import { interestDecider } from '#api/domain/interest.ts'
import { InterestId } from '#schemas/ids.ts'
import { deciding } from '#tests/support/decider.ts'

const given = deciding(interestDecider)

describe('the interest of one address', () => {
  const interest = { interestId: InterestId.parse(newUuid()), email: 'ann@example.com', phone: null }
  const registered = { type: 'InterestRegistered', data: interest } as const

  test('is registered once, however often it is left', () => {
    const command = { type: 'RegisterInterest', interest } as const
    given().decides(command, registered)
    given(registered).ignores({ ...command, interest: { ...interest, interestId: InterestId.parse(newUuid()) } })
  })
})
