import type { Recorded } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { Letterhead, Mail, Notice } from './message.ts'
import { teamNameOf } from './team-name.ts'

type Sent = EventNamed<'InvitationSent'>['data']

/** A mail for an address without an account; whoever has one sees the invitation inside (D-56). */
const mailFor = async ({ teamId, email, code, inviteeId }: Sent, { ledger }: Letterhead): Promise<Mail | null> => {
  if (inviteeId !== null || email === null || code === null) return null
  const team = (await teamNameOf(ledger, teamId)) ?? 'a team'
  return {
    to: email,
    subject: `You are invited to ${team}`,
    paragraphs: [
      `You are invited to work with the team ${team} on Siteledger.`,
      'Register with this e-mail address within 14 days to join.',
    ],
    action: { text: 'Join the team', path: `/register?invitation=${code}` },
  }
}

export const invitationSent = ({ data }: Recorded<EventNamed<'InvitationSent'>>, letterhead: Letterhead) =>
  mailFor(data, letterhead)

/** The invitation as it was sent first; the link stays the same. */
export const invitationResent = async (
  { stream, data: { invitationId } }: Recorded<EventNamed<'InvitationResent'>>,
  letterhead: Letterhead,
): Promise<Mail | null> => {
  const history = await letterhead.ledger.read(stream)
  for (const { type, data } of history) {
    if (type === 'InvitationSent' && data.invitationId === invitationId) return mailFor(data, letterhead)
  }
  return null
}

/** Tells somebody who has an account where the invitation is answered. */
export const invitationArrived = async (
  { data: { teamId, inviteeId }, metadata }: Recorded<EventNamed<'InvitationSent'>>,
  { ledger }: Letterhead,
): Promise<Notice | null> =>
  inviteeId && {
    userId: inviteeId,
    icon: 'user-plus',
    body: `invited you to the team ${(await teamNameOf(ledger, teamId)) ?? ''}.`,
    action: { text: 'See the invitation', url: '/settings#/teams' },
    creatorId: metadata.actor,
  }
