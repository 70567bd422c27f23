import { describe, test } from 'vitest'
import { userDecider } from '#api/domain/user.ts'
import { deciding } from '#tests/support/decider.ts'
import { newUserId } from '#tests/support/new-ids.ts'

const given = deciding(userDecider)

describe('a user', () => {
  const user = { userId: newUserId(), name: 'Ann', email: 'Ann@example.com', passwordHash: '$argon2id$' }
  const registerUser = { type: 'RegisterUser', ...user } as const
  const userRegistered = { type: 'UserRegistered', data: user } as const
  const personErased = { type: 'PersonErased', data: { userId: user.userId } } as const

  test('registers, the address kept as typed', () => {
    given().when(registerUser).then(userRegistered)
  })

  test('registers once, and not again after being erased', () => {
    given(userRegistered).when(registerUser).thenBreaks('id-taken')
    given(userRegistered, personErased).when(registerUser).thenBreaks('id-taken')
  })

  test('whose key is gone has no password that anybody could know', () => {
    const sealedForEver = { ...user, name: null, email: null, passwordHash: null }

    given({ type: 'UserRegistered', data: sealedForEver }, personErased).thenState({ status: 'erased' })
  })
})
