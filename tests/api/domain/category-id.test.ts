import { describe, test } from 'vitest'
import { categoryIdDecider } from '#api/domain/reservation.ts'
import { deciding } from '#tests/support/decider.ts'
import { newCategoryId, newTeamId } from '#tests/support/new-ids.ts'

const given = deciding(categoryIdDecider)

describe('the id of a category', () => {
  const categoryId = newCategoryId()
  const teamId = newTeamId()
  const otherTeam = newTeamId()
  const claim = { type: 'ClaimCategoryId', categoryId, teamId } as const
  const claimed = { type: 'CategoryIdClaimed', data: { categoryId, teamId } } as const

  test('belongs to the team that names it first', () => {
    given().decides(claim, claimed)
    given(claimed).refuses({ ...claim, teamId: otherTeam }, 'id-taken')
  })

  test('may be named again by its team', () => {
    given(claimed).ignores(claim)
  })
})
