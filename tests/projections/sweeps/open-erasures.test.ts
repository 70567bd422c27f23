import { expect, test } from 'vitest'
import { erasureQueries, openErasures } from '#projections/sweeps/open-erasures.ts'
import { plainMembership } from '#schemas/rights/membership.ts'
import { newTeamId, newUserId } from '#tests/support/new-ids.ts'
import { projected } from '#tests/support/read-models.ts'
import { recorded } from '#tests/support/recorded.ts'

test('the mail about a team that an operator deletes is to its owner, and goes with them', () => {
  const teamId = newTeamId()
  const ownerId = newUserId()
  const operatorId = newUserId()
  const created = { teamId, ownerId, name: 'North', slug: 'north', trialEndsAt: '2026-04-10T10:00:00.000Z' }
  const deleted = recorded('TeamDeleted', { teamId, deletedBy: operatorId })

  const { messagesOf } = erasureQueries(projected(openErasures, [recorded('TeamCreated', created), deleted]))

  expect(messagesOf([ownerId])).toEqual([{ eventId: deleted.id, settled: 0 }])
  expect(messagesOf([operatorId])).toEqual([])
})

test('a person who was erased while a team was deleted leaves it once it is restored', () => {
  const teamId = newTeamId()
  const ownerId = newUserId()
  const userId = newUserId()
  const events = [
    recorded('MemberJoined', { teamId, userId, ...plainMembership('member') }),
    recorded('TeamDeleted', { teamId, deletedBy: ownerId }),
    recorded('PersonErased', { userId, addressedIds: [] }),
  ]
  const membershipsAfter = (...last: Parameters<typeof projected>[1]) =>
    erasureQueries(projected(openErasures, [...events, ...last])).memberships()

  expect(membershipsAfter()).toEqual([])
  expect(membershipsAfter(recorded('TeamRestored', { teamId }))).toMatchObject([{ userId, teamId }])
  expect(membershipsAfter(recorded('TeamPurged', { teamId }))).toEqual([])
})
