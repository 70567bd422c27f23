import { describe, test } from 'vitest'
import { teamDecider } from '#api/domain/team.ts'
import { deciding } from '#tests/support/decider.ts'
import { newTeamId, newUserId } from '#tests/support/new-ids.ts'
import { pastOf } from '#tests/support/team-history.ts'

const given = deciding(teamDecider)

describe('the limits that an operator gives a team', () => {
  const teamId = newTeamId()
  const ownerId = newUserId()
  const { started: history } = pastOf({ teamId, ownerId })
  const at = '2026-03-01T10:00:00.000Z'
  const endsAt = '2026-03-31T23:59:59.999Z'
  const limits = { sites: 40, teamMembers: null, teams: null, reason: 'They move', endsAt }
  const override = (changes: object = {}) => ({ type: 'OverrideLimits', ...limits, at, ...changes }) as const
  const overridden = { type: 'TeamLimitsOverridden', data: { teamId, ...limits } } as const
  const ended = { type: 'TeamLimitsOverrideEnded', data: { teamId } } as const

  test('are recorded once, and others take their place', () => {
    given(...history).decides(override(), overridden)
    given(...history, overridden).ignores(override())
    given(...history, overridden).decides(override({ teamMembers: 12 }), {
      type: 'TeamLimitsOverridden',
      data: { teamId, ...limits, teamMembers: 12 },
    })
  })

  test('end in the future', () => {
    given(...history).refuses(override({ endsAt: at }), 'limits-end-over')
  })

  test('are ended while they count, and once', () => {
    const end = { type: 'EndLimitsOverride', at } as const
    given(...history, overridden).decides(end, ended)
    given(...history, overridden).ignores({ ...end, at: endsAt })
    given(...history, overridden, ended).ignores(end)
    given(...history).ignores(end)
    given(...history, overridden, ended).decides(override(), overridden)
  })

  test('are those of a team that there is', () => {
    given(...history, { type: 'TeamDeleted', data: { teamId, deletedBy: ownerId } }).refuses(
      override(),
      'team-not-found',
    )
  })
})
