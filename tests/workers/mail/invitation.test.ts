import { describe, expect, test } from 'vitest'
import type { Recorded } from '#schemas/event.ts'
import type { EventNamed, RecordedEvent } from '#schemas/events/registry.ts'
import type { UserId } from '#schemas/ids.ts'
import { plainMembership } from '#schemas/rights/membership.ts'
import type { CalendarDate } from '#schemas/time/calendar-date.ts'
import { newInvitationId, newTeamId, newTeamInvitationId, newUserId } from '#tests/support/new-ids.ts'
import { recorded } from '#tests/support/recorded.ts'
import { textTools } from '#tests/support/text-tools.ts'
import {
  invitationArrived,
  invitationResent,
  invitationSent,
  membershipEndsSoon,
  teamInvitationResent,
  teamInvitationSent,
} from '#workers/mail/membership.ts'

type Event<Type extends RecordedEvent['type']> = Recorded<EventNamed<Type>>

const teamId = newTeamId()
const invitationId = newInvitationId()
const inviteeId = newUserId()
const code = 'c'.repeat(40)
const expiresAt = '2026-03-15T10:00:00.000Z'

const created = recorded('TeamCreated', {
  teamId,
  ownerId: newUserId(),
  name: 'North West',
  slug: 'north-west',
  trialEndsAt: expiresAt,
})
const sentTo = (changes: Partial<EventNamed<'InvitationSent'>['data']> = {}) =>
  recorded('InvitationSent', {
    teamId,
    invitationId,
    personId: invitationId,
    inviteeId: null,
    email: 'jo@example.com',
    code,
    role: 'member',
    clientId: null,
    siteIds: null,
    endsAt: null,
    expiresAt,
    ...changes,
  }) as Event<'InvitationSent'>

const letterhead = (...events: RecordedEvent[]) => ({
  ...textTools,
  digest: (_purpose: string, text: string) => text,
  ledger: { read: async () => [created, ...events] },
})

describe('the mail of an invitation', () => {
  test('[SET-49] leads an address without an account to its registration', async () => {
    expect(await invitationSent(sentTo(), letterhead())).toMatchObject({
      to: 'jo@example.com',
      subject: 'You are invited to North West',
      action: { path: `/register#invitation=${code}` },
    })
  })

  test('is not written for a user or an erased person', async () => {
    expect(await invitationSent(sentTo({ inviteeId }), letterhead())).toBeNull()
    expect(await invitationSent(sentTo({ email: null, code: null }), letterhead())).toBeNull()
  })

  test('[D-99] names the team to a user without a confirmed address only by mail', async () => {
    const registered = recorded('UserRegistered', {
      userId: inviteeId,
      name: 'Jo',
      email: 'jo@example.com',
      passwordHash: 'hash',
    })
    const confirmed = recorded('EmailVerified', { userId: inviteeId })
    const askedOf = (...events: RecordedEvent[]) => ({ ...letterhead(...events), mustBeVerified: true })

    const mail = await invitationSent(sentTo({ inviteeId }), askedOf(registered))
    const notice = await invitationArrived(sentTo({ inviteeId }), askedOf(registered))

    expect(mail).toMatchObject({ to: 'jo@example.com', action: { path: '/settings#/teams' } })
    expect(notice).toMatchObject({ body: 'You are invited to a team. Confirm your address first.', creatorId: null })
    expect(await invitationSent(sentTo({ inviteeId }), askedOf(registered, confirmed))).toBeNull()
    expect(await invitationArrived(sentTo({ inviteeId }), askedOf(registered, confirmed))).toMatchObject({
      body: 'invited you to the team North West.',
    })
  })

  test('[STATE2-24] is resent with the same link', async () => {
    const resent = recorded('InvitationResent', { teamId, invitationId, expiresAt }) as Event<'InvitationResent'>
    const another = sentTo({ invitationId: newInvitationId(), email: 'al@example.com' })

    const mail = await invitationResent(resent, letterhead(another, sentTo()))

    expect(mail).toMatchObject({ to: 'jo@example.com', action: { path: `/register#invitation=${code}` } })
  })

  test('is a notification for a user', async () => {
    expect(await invitationArrived(sentTo({ inviteeId }), letterhead())).toMatchObject({
      userId: inviteeId,
      body: 'invited you to the team North West.',
    })
    expect(await invitationArrived(sentTo(), letterhead())).toBeNull()
  })
})

describe('the mail of the end of a membership', () => {
  const endsAt = '2026-03-31' as CalendarDate
  const inviter = newUserId()
  const registered = (userId: UserId, email: string) =>
    recorded('UserRegistered', { userId, name: 'Jo', email, passwordHash: 'hash' })
  const joined = (userId: UserId, end: CalendarDate | null) =>
    recorded('MemberJoined', { teamId, userId, ...plainMembership('auditor'), endsAt: end })
  const mailTo = (told: UserId, end: CalendarDate | null = endsAt) => {
    const soon = recorded('MembershipEndsSoon', { teamId, userId: inviteeId, endsAt, told })
    const people = [registered(inviteeId, 'jo@example.com'), registered(inviter, 'al@example.com')]
    const histories = [created, joined(inviteeId, end), joined(inviter, null)]
    const read = async (stream: string) =>
      stream.startsWith('team-')
        ? histories
        : people.filter(({ data }) => 'userId' in data && stream === `user-${data.userId}`)
    return membershipEndsSoon(soon as Event<'MembershipEndsSoon'>, { ...letterhead(), ledger: { read } })
  }

  test('names the day to the member, and to who invited them no name', async () => {
    expect(await mailTo(inviteeId)).toMatchObject({
      to: 'jo@example.com',
      subject: 'Your membership in North West ends on 31/03/2026',
    })
    const other = await mailTo(inviter)
    expect(other).toMatchObject({
      to: 'al@example.com',
      subject: 'A membership in North West ends on 31/03/2026',
      action: { path: `/settings/teams/${teamId}#/members` },
    })
    expect(other?.paragraphs.join(' ')).toContain('with the role Auditor')
    expect(JSON.stringify(other)).not.toMatch(/Jo\b|jo@/)
  })

  test('is not written once it ends on another day', async () => {
    expect(await mailTo(inviteeId, null)).toBeNull()
    expect(await mailTo(inviter, '2026-04-01' as CalendarDate)).toBeNull()
  })
})

describe('the mail of an operator’s invitation', () => {
  const teamInvitationId = newTeamInvitationId()
  const data = { teamInvitationId, email: 'jo@example.com', name: 'Jo', teamName: 'North West', logo: null }
  const sent = recorded('TeamInvitationSent', data) as Event<'TeamInvitationSent'>
  const resent = recorded('TeamInvitationResent', { teamInvitationId }) as Event<'TeamInvitationResent'>

  test('leads to a registration with the name of the team, also when it is resent', async () => {
    const expected = { to: 'jo@example.com', action: { path: `/register#team-invitation=${teamInvitationId}` } }

    expect(teamInvitationSent(sent)).toMatchObject(expected)
    expect(await teamInvitationResent(resent, letterhead(sent))).toMatchObject(expected)
  })
})
