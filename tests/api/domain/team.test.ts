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
    given().when(createTeam).then(teamCreated, joined(ownerId, 'owner'))
  })

  test('is created once', () => {
    given(...history)
      .when(createTeam)
      .thenBreaks('id-taken')
  })

  test('is renamed by its owner and its admins', () => {
    const renamed = { type: 'TeamRenamed', data: { teamId, name: 'South' } } as const
    given(...history)
      .when({ type: 'RenameTeam', name: 'South', by: adminId })
      .then(renamed)
    given(...history)
      .when({ type: 'RenameTeam', name: 'South', by: memberId })
      .thenBreaks('not-team-manager')
  })

  test('has its share links turned off, and on again, by its owner alone', () => {
    const [off, on] = [false, true].map(
      (allowed) => ({ type: 'ShareLinksAllowed', data: { teamId, allowed } }) as const,
    )
    if (!off || !on) throw new Error('There are two')
    const turn = (allowed: boolean, by = ownerId) => ({ type: 'AllowShareLinks', allowed, by }) as const

    given(...history)
      .when(turn(false))
      .then(off)
    given(...history, off)
      .when(turn(true))
      .then(on)
    given(...history, off)
      .when(turn(false))
      .thenNothing()
    given(...history)
      .when(turn(true))
      .thenNothing()
    given(...history)
      .when(turn(false, adminId))
      .thenBreaks('not-team-owner')
  })

  test('has another end of its trial, which is recorded once', () => {
    const trialEndsAt = '2026-05-01T23:59:59.999Z'
    const changed = { type: 'TeamTrialChanged', data: { teamId, trialEndsAt } } as const
    given(...history)
      .when({ type: 'ChangeTrialEnd', trialEndsAt })
      .then(changed)
    given(...history, changed)
      .when({ type: 'ChangeTrialEnd', trialEndsAt })
      .then()
  })

  test('[ROLE-13] is deleted by its owner alone', () => {
    given(...history)
      .when({ type: 'DeleteTeam', by: ownerId })
      .then(deleted)
    given(...history)
      .when({ type: 'DeleteTeam', by: adminId })
      .thenBreaks('not-team-owner')
  })

  test('[API2G-22] is deleted by an operator, who is no member', () => {
    const operatorId = newUserId()
    given(...history)
      .when({ type: 'DeleteTeam', by: operatorId, asOperator: true })
      .then({ type: 'TeamDeleted', data: { teamId, deletedBy: operatorId } })
  })

  test('that was deleted takes no command', () => {
    given(...history, deleted)
      .when({ type: 'RenameTeam', name: 'South', by: ownerId })
      .thenBreaks('team-not-found')
    given(...history, deleted)
      .when(createTeam)
      .thenBreaks('id-taken')
  })

  describe('that was deleted', () => {
    const restored = { type: 'TeamRestored', data: { teamId } } as const
    const deletedAt = '2026-03-01T10:00:00.000Z'
    const restore = (changes: object = {}) =>
      ({ type: 'RestoreTeam', deletedAt, at: '2026-03-31T09:59:59.999Z', ownerIsGone: false, ...changes }) as const

    test('[D-96] is restored within 30 days, as it was', () => {
      given(...history, deleted)
        .when(restore())
        .then(restored)
      given(...history, deleted, restored)
        .when({ type: 'RenameTeam', name: 'South', by: adminId })
        .then({ type: 'TeamRenamed', data: { teamId, name: 'South' } })
      given(...history, deleted, restored)
        .when({ type: 'DeleteTeam', by: ownerId })
        .then(deleted)
    })

    test('[D-96] is not restored after 30 days, once it is purged, or without its owner', () => {
      given(...history, deleted)
        .when(restore({ at: '2026-03-31T10:00:00.000Z' }))
        .thenBreaks('team-restored-late')
      given(...history, deleted, { type: 'TeamPurged', data: { teamId } })
        .when(restore())
        .thenBreaks('team-restored-late')
      given(...history, deleted)
        .when(restore({ ownerIsGone: true }))
        .thenBreaks('team-owner-gone')
    })

    test('is restored once, and a team that was never there is not', () => {
      given(...history, deleted, restored)
        .when(restore())
        .thenNothing()
      given().when(restore()).thenBreaks('team-not-found')
    })
  })

  test('is purged once it is deleted, and once', () => {
    const purged = { type: 'TeamPurged', data: { teamId } } as const
    given(...history, deleted)
      .when({ type: 'PurgeTeam' })
      .then(purged)
    given(...history, deleted, purged)
      .when({ type: 'PurgeTeam' })
      .thenNothing()
    given(...history)
      .when({ type: 'PurgeTeam' })
      .thenBreaks('team-not-found')
  })
})
