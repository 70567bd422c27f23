import { describe, test } from 'vitest'
import { teamDecider } from '#api/domain/team.ts'
import { plainMembership } from '#schemas/rights/membership.ts'
import { deciding } from '#tests/support/decider.ts'
import { newTeamId, newUserId } from '#tests/support/new-ids.ts'

const given = deciding(teamDecider)

describe('a team', () => {
  const teamId = newTeamId()
  const ownerId = newUserId()
  const adminId = newUserId()
  const memberId = newUserId()
  const team = { teamId, ownerId, name: 'North West', slug: 'north-west', trialEndsAt: '2026-04-10T10:00:00.000Z' }
  const createTeam = { type: 'CreateTeam', ...team } as const
  const teamCreated = { type: 'TeamCreated', data: team } as const
  const joined = (userId: typeof ownerId, role: 'owner' | 'admin' | 'member') =>
    ({ type: 'MemberJoined', data: { teamId, userId, ...plainMembership(role) } }) as const
  const history = [teamCreated, joined(ownerId, 'owner'), joined(adminId, 'admin'), joined(memberId, 'member')]
  const deleted = { type: 'TeamDeleted', data: { teamId, deletedBy: ownerId } } as const

  test('[PLAT-02] starts with its owner as the one member', () => {
    given().decides(createTeam, teamCreated, joined(ownerId, 'owner'))
  })

  test('is created once', () => {
    given(...history).refuses(createTeam, 'id-taken')
  })

  test('is renamed by its owner and its admins', () => {
    const renamed = { type: 'TeamRenamed', data: { teamId, name: 'South' } } as const
    given(...history).decides({ type: 'RenameTeam', name: 'South', by: adminId }, renamed)
    given(...history).refuses({ type: 'RenameTeam', name: 'South', by: memberId }, 'not-team-manager')
  })

  test('has its share links turned off, and on again, by its owner alone', () => {
    const [off, on] = [false, true].map(
      (allowed) => ({ type: 'ShareLinksAllowed', data: { teamId, allowed } }) as const,
    )
    if (!off || !on) throw new Error('There are two')
    const turn = (allowed: boolean, by = ownerId) => ({ type: 'AllowShareLinks', allowed, by }) as const

    given(...history).decides(turn(false), off)
    given(...history, off).decides(turn(true), on)
    given(...history, off).ignores(turn(false))
    given(...history).ignores(turn(true))
    given(...history).refuses(turn(false, adminId), 'not-team-owner')
  })

  test('has another end of its trial, which is recorded once', () => {
    const trialEndsAt = '2026-05-01T23:59:59.999Z'
    const changed = { type: 'TeamTrialChanged', data: { teamId, trialEndsAt } } as const
    given(...history).decides({ type: 'ChangeTrialEnd', trialEndsAt }, changed)
    given(...history, changed).ignores({ type: 'ChangeTrialEnd', trialEndsAt })
  })

  test('[ROLE-13] is deleted by its owner alone', () => {
    given(...history).decides({ type: 'DeleteTeam', by: ownerId }, deleted)
    given(...history).refuses({ type: 'DeleteTeam', by: adminId }, 'not-team-owner')
  })

  test('[API2G-22] is deleted by an operator, who is no member', () => {
    const operatorId = newUserId()
    given(...history).decides(
      { type: 'DeleteTeam', by: operatorId, asOperator: true },
      { type: 'TeamDeleted', data: { teamId, deletedBy: operatorId } },
    )
  })

  test('that was deleted takes no command', () => {
    given(...history, deleted).refuses({ type: 'RenameTeam', name: 'South', by: ownerId }, 'team-not-found')
    given(...history, deleted).refuses(createTeam, 'id-taken')
  })

  describe('that was deleted', () => {
    const restored = { type: 'TeamRestored', data: { teamId } } as const
    const deletedAt = '2026-03-01T10:00:00.000Z'
    const restore = (changes: object = {}) =>
      ({ type: 'RestoreTeam', deletedAt, at: '2026-03-31T09:59:59.999Z', ownerIsGone: false, ...changes }) as const

    test('[D-96] is restored within 30 days, as it was', () => {
      given(...history, deleted).decides(restore(), restored)
      given(...history, deleted, restored).decides(
        { type: 'RenameTeam', name: 'South', by: adminId },
        { type: 'TeamRenamed', data: { teamId, name: 'South' } },
      )
      given(...history, deleted, restored).decides({ type: 'DeleteTeam', by: ownerId }, deleted)
    })

    test('[D-96] is not restored after 30 days, once it is purged, or without its owner', () => {
      given(...history, deleted).refuses(restore({ at: '2026-03-31T10:00:00.000Z' }), 'team-restored-late')
      given(...history, deleted, { type: 'TeamPurged', data: { teamId } }).refuses(restore(), 'team-restored-late')
      given(...history, deleted).refuses(restore({ ownerIsGone: true }), 'team-owner-gone')
    })

    test('is restored once, and a team that was never there is not', () => {
      given(...history, deleted, restored).ignores(restore())
      given().refuses(restore(), 'team-not-found')
    })
  })

  test('is purged once it is deleted, and once', () => {
    const purged = { type: 'TeamPurged', data: { teamId } } as const
    given(...history, deleted).decides({ type: 'PurgeTeam' }, purged)
    given(...history, deleted, purged).ignores({ type: 'PurgeTeam' })
    given(...history).refuses({ type: 'PurgeTeam' }, 'team-not-found')
  })
})
