import { describe, test } from 'vitest'
import { teamDecider } from '#api/domain/team.ts'
import { plainMembership } from '#schemas/rights/membership.ts'
import { deciding } from '#tests/support/decider.ts'
import { newTeamId, newUserId } from '#tests/support/new-ids.ts'

const given = deciding(teamDecider)

describe('the limits that an operator gives a team', () => {
  const teamId = newTeamId()
  const ownerId = newUserId()
  const team = { teamId, ownerId, name: 'North West', slug: 'north-west', trialEndsAt: '2026-04-10T10:00:00.000Z' }
  const history = [
    { type: 'TeamCreated', data: team },
    { type: 'MemberJoined', data: { teamId, userId: ownerId, ...plainMembership('owner') } },
  ] as const
  const at = '2026-03-01T10:00:00.000Z'
  const endsAt = '2026-03-31T23:59:59.999Z'
  const limits = { sites: 40, teamMembers: null, teams: null, reason: 'They move', endsAt }
  const override = (changes: object = {}) => ({ type: 'OverrideLimits', ...limits, at, ...changes }) as const
  const overridden = { type: 'TeamLimitsOverridden', data: { teamId, ...limits } } as const
  const ended = { type: 'TeamLimitsOverrideEnded', data: { teamId } } as const

  test('are recorded once, and others take their place', () => {
    given(...history)
      .when(override())
      .then(overridden)
    given(...history, overridden)
      .when(override())
      .thenNothing()
    given(...history, overridden)
      .when(override({ teamMembers: 12 }))
      .then({ type: 'TeamLimitsOverridden', data: { teamId, ...limits, teamMembers: 12 } })
  })

  test('end in the future', () => {
    given(...history)
      .when(override({ endsAt: at }))
      .thenBreaks('limits-end-over')
  })

  test('are ended while they count, and once', () => {
    const end = { type: 'EndLimitsOverride', at } as const
    given(...history, overridden)
      .when(end)
      .then(ended)
    given(...history, overridden)
      .when({ ...end, at: endsAt })
      .thenNothing()
    given(...history, overridden, ended)
      .when(end)
      .thenNothing()
    given(...history)
      .when(end)
      .thenNothing()
    given(...history, overridden, ended)
      .when(override())
      .then(overridden)
  })

  test('are those of a team that there is', () => {
    given(...history, { type: 'TeamDeleted', data: { teamId, deletedBy: ownerId } })
      .when(override())
      .thenBreaks('team-not-found')
  })
})
