import { test } from 'vitest'
import { ownedTeamsDecider } from '#api/domain/owned-teams.ts'
import { deciding } from '#tests/support/decider.ts'
import { newTeamId, newUserId } from '#tests/support/new-ids.ts'

const given = deciding(ownedTeamsDecider)
const userId = newUserId()
const teamId = newTeamId()
const otherId = newTeamId()
const taken = { type: 'OwnershipTaken', data: { userId, teamId } } as const
const givenUp = { type: 'OwnershipGivenUp', data: { userId, teamId } } as const
const takeOwnership = (limit: number | null) => ({ type: 'TakeOwnership', userId, teamId: otherId, limit }) as const

test('[STATE2-15] [STATE2-16] [CONST2-06] a user owns as many teams as the plan allows', () => {
  given(taken).refuses(takeOwnership(1), 'team-limit')
  given(taken).decides(takeOwnership(2), { type: 'OwnershipTaken', data: { userId, teamId: otherId } })
  given(taken).decides(takeOwnership(null), { type: 'OwnershipTaken', data: { userId, teamId: otherId } })
})

test('a deleted team counts no more', () => {
  given(taken, givenUp).decides(takeOwnership(1), { type: 'OwnershipTaken', data: { userId, teamId: otherId } })
  given(taken, givenUp).ignores({ type: 'GiveUpOwnership', userId, teamId })
})
