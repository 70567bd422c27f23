import { describe, test } from 'vitest'
import { teamDecider } from '#api/domain/team.ts'
import { plainMembership } from '#schemas/rights/membership.ts'
import { deciding } from '#tests/support/decider.ts'
import { newClientId, newSiteId, newTeamId, newUserId } from '#tests/support/new-ids.ts'
import { pastOf } from '#tests/support/team-history.ts'

const given = deciding(teamDecider)

describe('members of a team', () => {
  const teamId = newTeamId()
  const ownerId = newUserId()
  const adminId = newUserId()
  const otherAdminId = newUserId()
  const memberId = newUserId()
  const clientId = newClientId()
  const siteId = newSiteId()
  const { started, joined } = pastOf({ teamId, ownerId })
  const past = [...started, joined(adminId, 'admin'), joined(otherAdminId, 'admin'), joined(memberId, 'member')]
  const changed = (membership: object) =>
    ({
      type: 'MemberChanged',
      data: { teamId, userId: memberId, ...plainMembership('member'), ...membership },
    }) as const
  const change = (userId: typeof ownerId, membership: object, by: typeof ownerId) =>
    ({ type: 'ChangeMember', userId, membership: { ...plainMembership('member'), ...membership }, by }) as const
  const remove = (userId: typeof ownerId, by: typeof ownerId) => ({ type: 'RemoveMember', userId, by }) as const

  test('[ROLE-03] are changed and removed by the owner and by admins', () => {
    for (const by of [ownerId, adminId]) {
      given(...past).decides(change(memberId, { role: 'editor' }, by), changed({ role: 'editor' }))
      given(...past).decides(remove(memberId, by), {
        type: 'MemberRemoved',
        data: { teamId, userId: memberId, removedBy: by, reason: null },
      })
    }
    given(...past).refuses(change(adminId, {}, memberId), 'not-team-manager')
    given(...past).refuses(remove(adminId, memberId), 'not-team-manager')
  })

  test('[ROLE-04] change nothing about themselves', () => {
    given(...past).refuses(change(adminId, { role: 'editor' }, adminId), 'member-untouchable')
  })

  test('[ROLE-05] leave the owner alone', () => {
    given(...past).refuses(change(ownerId, {}, adminId), 'member-untouchable')
    given(...past).refuses(remove(ownerId, adminId), 'member-untouchable')
  })

  test('nobody is made an owner', () => {
    given(...past).refuses(change(memberId, { role: 'owner' }, ownerId), 'member-untouchable')
  })

  test('[ROLE-06] [ROLE-07] are limited to a client and its sites while they are members', () => {
    given(...past).decides(
      change(memberId, { clientId, siteIds: [siteId] }, ownerId),
      changed({ clientId, siteIds: [siteId] }),
    )
  })

  test('[STATE2-30] with another role than member are limited to nothing', () => {
    given(...past, changed({ clientId, siteIds: [siteId] })).decides(
      change(memberId, { role: 'editor', clientId, siteIds: [siteId] }, ownerId),
      changed({ role: 'editor' }),
    )
  })

  test('[STATE2-31] without a client see every site', () => {
    given(...past).ignores(change(memberId, { clientId: null, siteIds: [siteId] }, ownerId))
  })

  test('[ROLE-12] leave the team, the owner excepted', () => {
    given(...past).decides(remove(memberId, memberId), { type: 'MemberLeft', data: { teamId, userId: memberId } })
    given(...past).refuses(remove(ownerId, ownerId), 'owner-cannot-leave')
  })

  test('that were removed cannot be changed or removed', () => {
    const gone = { type: 'MemberLeft', data: { teamId, userId: memberId } } as const
    given(...past, gone).refuses(change(memberId, {}, ownerId), 'member-not-found')
    given(...past, gone).refuses(remove(memberId, ownerId), 'member-not-found')
    given(...past, gone).refuses(remove(memberId, memberId), 'member-not-found')
  })
})
