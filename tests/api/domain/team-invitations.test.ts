import { describe, test } from 'vitest'
import { teamDecider } from '#api/domain/team.ts'
import type { TeamEvent } from '#schemas/events/team.ts'
import { plainMembership } from '#schemas/rights/membership.ts'
import { deciding } from '#tests/support/decider.ts'
import { newClientId, newInvitationId, newSiteId, newTeamId, newUserId } from '#tests/support/new-ids.ts'
import { pastOf } from '#tests/support/team-history.ts'

const given = deciding(teamDecider)

describe('invitations to a team', () => {
  const teamId = newTeamId()
  const ownerId = newUserId()
  const adminId = newUserId()
  const memberId = newUserId()
  const guestId = newUserId()
  const invitationId = newInvitationId()
  const email = 'Jo@Example.com'
  const at = '2026-04-01T10:00:00.000Z'
  const expiresAt = '2026-04-15T10:00:00.000Z'
  const tooLate = '2026-04-16T10:00:00.000Z'
  const { started, joined, invited } = pastOf({ teamId, ownerId })
  const past = [...started, joined(adminId, 'admin'), joined(memberId, 'member')]
  const sent = invited(invitationId, email)
  const accepted = { type: 'InvitationAccepted', data: { teamId, invitationId, userId: guestId } } as const
  const cancelled = { type: 'InvitationCancelled', data: { teamId, invitationId } } as const

  const invite = (changes: object = {}) =>
    ({
      type: 'InviteMember',
      invitationId,
      by: ownerId,
      email,
      inviteeId: null,
      code: 'c'.repeat(40),
      membership: plainMembership('member'),
      expiresAt,
      at,
      memberLimit: null,
      ...changes,
    }) as const
  const answer = { invitationId, userId: guestId, email: 'jo@example.com', at }
  const accept = (changes: object = {}) =>
    ({ type: 'AcceptInvitation', ...answer, memberLimit: null, ...changes }) as const
  const resend = (changes: object = {}) =>
    ({ type: 'ResendInvitation', invitationId, by: ownerId, expiresAt, at, memberLimit: null, ...changes }) as const

  test('[STATE2-20] are sent by owner and admins, and wait', () => {
    given(...past).decides(invite(), sent)
    given(...past).decides(invite({ by: adminId }), sent)
    given(...past).refuses(invite({ by: memberId }), 'not-team-manager')
  })

  test('[D-102] are sent fifty times a day, whatever became of them', () => {
    const ids = Array.from({ length: 50 }, () => newInvitationId())
    const many = ids.flatMap((id, at): TeamEvent[] => {
      const data = { teamId, invitationId: id }
      return [invited(id, `jo-${at}@example.com`), { type: 'InvitationCancelled', data }]
    })

    given(...past, ...many.slice(2)).decides(invite(), sent)
    given(...past, ...many).refuses(invite(), 'too-many-invitations')
    const nextDay = '2026-04-16T10:00:00.000Z'
    const late = { ...sent, data: { ...sent.data, expiresAt: nextDay } } as TeamEvent
    given(...past, ...many).decides(invite({ expiresAt: nextDay }), late)
  })

  test('[D-102] are sent again once an hour', () => {
    const resent = (until: string) =>
      ({ type: 'InvitationResent', data: { teamId, invitationId, expiresAt: until } }) as const
    const soon = '2026-04-15T10:59:59.000Z'
    const later = '2026-04-15T11:00:00.000Z'

    given(...past, sent, resent(expiresAt)).refuses(resend({ expiresAt: soon }), 'resent-already')
    given(...past, sent, resent(expiresAt)).decides(resend({ expiresAt: later }), resent(later))
  })

  test('for somebody with an account are sealed with their key', () => {
    given(...past).decides(
      invite({ inviteeId: guestId }),
      invited(invitationId, email, { personId: guestId, inviteeId: guestId }),
    )
  })

  test('[VAL2-08] [VAL2-09] limit members alone, and sites within a client alone', () => {
    const clientId = newClientId()
    const siteIds = [newSiteId()]
    const limits = { clientId, siteIds, abilities: {}, endsAt: null }
    given(...past).decides(
      invite({ membership: { role: 'member', ...limits } }),
      invited(invitationId, email, { clientId, siteIds }),
    )
    given(...past).decides(
      invite({ membership: { role: 'editor', ...limits } }),
      invited(invitationId, email, { role: 'editor' }),
    )
    given(...past).decides(invite({ membership: { role: 'member', ...limits, clientId: null } }), sent)
  })

  test('are not sent to a member, nor twice to one address', () => {
    given(...past).refuses(invite({ inviteeId: memberId }), 'already-member')
    given(...past, sent).refuses(
      invite({ invitationId: newInvitationId(), email: 'jo@example.COM' }),
      'already-invited',
    )
  })

  test('[STATE2-29] [CONST2-07] count against the member limit', () => {
    const another = { invitationId: newInvitationId(), email: 'al@example.com' }
    given(...past, sent).refuses(invite({ ...another, memberLimit: 4 }), 'no-member-slots')
    given(...past, sent).decides(invite({ ...another, memberLimit: 5 }), invited(another.invitationId, another.email))
    given(...past, sent).decides(
      invite({ ...another, memberLimit: 4, at: tooLate }),
      invited(another.invitationId, another.email),
    )
  })

  test('[STATE2-21] add the user with that address as a member, once', () => {
    given(...past, sent).decides(accept(), accepted, joined(guestId, 'member'))
    given(...past, sent, accepted, joined(guestId, 'member')).ignores(accept())
  })

  test('are nothing to others, and nothing once cancelled, answered or expired', () => {
    given(...past, sent).refuses(accept({ email: 'al@example.com' }), 'invitation-not-found')
    given(...past, sent).refuses(accept({ at: tooLate }), 'invitation-not-found')
    given(...past, sent, cancelled).refuses(accept(), 'invitation-not-found')
    given(...past, sent, accepted, joined(guestId, 'member')).refuses(
      accept({ userId: newUserId() }),
      'invitation-not-found',
    )
  })

  test('of a former member open no second time', () => {
    const left = { type: 'MemberLeft', data: { teamId, userId: guestId } } as const
    given(...past, sent, accepted, joined(guestId, 'member'), left).refuses(accept(), 'invitation-not-found')
  })

  test('do not go past a plan that has shrunk since', () => {
    given(...past, sent).refuses(accept({ memberLimit: 3 }), 'no-member-slots')
  })

  test('[STATE2-22] are rejected by the user with that address', () => {
    given(...past, sent).decides(
      { type: 'RejectInvitation', ...answer },
      { type: 'InvitationRejected', data: { teamId, invitationId, userId: guestId } },
    )
    given(...past, sent).refuses(
      { type: 'RejectInvitation', ...answer, email: 'al@example.com' },
      'invitation-not-found',
    )
  })

  test('[STATE2-23] are cancelled by owner and admins', () => {
    given(...past, sent).decides({ type: 'CancelInvitation', invitationId, by: adminId }, cancelled)
    given(...past, sent).refuses({ type: 'CancelInvitation', invitationId, by: memberId }, 'not-team-manager')
    given(...past, sent, accepted, joined(guestId, 'member')).refuses(
      { type: 'CancelInvitation', invitationId, by: ownerId },
      'invitation-not-found',
    )
  })

  test('[STATE2-24] are sent again; one that had expired needs a place again', () => {
    const resent = { type: 'InvitationResent', data: { teamId, invitationId, expiresAt } } as const
    given(...past, sent).decides(resend({ memberLimit: 1 }), resent)
    given(...past, sent).refuses(resend({ at: tooLate, memberLimit: 3 }), 'no-member-slots')
  })
})
