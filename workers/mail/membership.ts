import { teamDecider } from '#api/domain/team.ts'
import { userDecider } from '#api/domain/user.ts'
import { load } from '#api/event-store/handle-command.ts'
import { teamStream, userStream } from '#api/event-store/streams.ts'
import type { Recorded } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { UserId } from '#schemas/ids.ts'
import { labelOfRole } from '#schemas/rights/abilities.ts'
import { showDate } from '#schemas/time/dates.ts'
import type { Mail, Notice, TextTools } from './message.ts'
import { teamNameOf } from './team-name.ts'

// Notifications name people only by `creatorId`: a notification outlives the account of the person that it is about.

/** Notifies the owner of a team of a new member, except of the owner's own joining. */
export const memberJoined = async (
  { data: { teamId, userId } }: Recorded<EventNamed<'MemberJoined'>>,
  { ledger }: TextTools,
): Promise<Notice | null> => {
  const team = await load(ledger, teamDecider, teamStream(teamId))
  if (team.status !== 'active' || team.ownerId === userId) return null
  const body = `joined the team ${await teamNameOf(ledger, teamId)}.`
  return { userId: team.ownerId, icon: 'user-plus', body, action: null, creatorId: userId }
}

/** Notifies a member of a change of their membership. */
export const memberChanged = async (
  { data: { teamId, userId }, metadata }: Recorded<EventNamed<'MemberChanged'>>,
  { ledger }: TextTools,
): Promise<Notice> => ({
  userId,
  icon: 'user',
  body: `changed what you may see and do in the team ${await teamNameOf(ledger, teamId)}.`,
  action: null,
  creatorId: metadata.actor,
})

/** Notifies a former member of the end of their membership. */
export const memberRemoved = async (
  { data: { teamId, userId, removedBy, reason } }: Recorded<EventNamed<'MemberRemoved'>>,
  { ledger }: TextTools,
): Promise<Notice> => {
  const team = await teamNameOf(ledger, teamId)
  const body =
    reason === 'ended' ? `Your membership in the team ${team} has ended.` : `removed you from the team ${team}.`
  return { userId, icon: 'user', body, action: null, creatorId: removedBy }
}

/**
 * Tells a member of the end of their membership, and who invited them; null if it ends on another day by now. The mail
 * to the other person names nobody: it outlives the member's account.
 */
export const membershipEndsSoon = async (
  { data: { teamId, userId, endsAt, told } }: Recorded<EventNamed<'MembershipEndsSoon'>>,
  { ledger, teamWord }: TextTools,
): Promise<Mail | null> => {
  const reader = await load(ledger, userDecider, userStream(told))
  const team = await load(ledger, teamDecider, teamStream(teamId))
  const member = team.status === 'active' ? team.members.get(userId) : undefined
  if (reader.status !== 'registered' || reader.email === null || member?.endsAt !== endsAt) return null
  const name = (await teamNameOf(ledger, teamId)) ?? ''
  const until = showDate(endsAt)
  const own = told === userId
  return {
    to: reader.email,
    subject: own ? `Your membership in ${name} ends on ${until}` : `A membership in ${name} ends on ${until}`,
    paragraphs: [
      own
        ? `You can see and do what your role allows in the team ${name} until the end of ${until}.`
        : `Somebody whom you invited to the team ${name}, with the role ${labelOfRole(member.role)}, is a member until the end of ${until}.`,
      own ? 'Its owner and admins can set a later day.' : 'You can set a later day while you manage the team.',
    ],
    action: { text: own ? 'See the team' : 'See the members', path: `/settings/${teamWord}/${teamId}#/members` },
  }
}

type Sent = EventNamed<'InvitationSent'>['data']

/** Whether a user may be somebody else who has registered with the invited address (D-99). */
const isUnproven = async (userId: UserId, { ledger, mustBeVerified }: TextTools): Promise<boolean> => {
  if (!mustBeVerified) return false
  const user = await load(ledger, userDecider, userStream(userId))
  return user.status === 'registered' && !user.emailVerified
}

const withUnprovenAccount = [
  [
    'There is an account with this email address. Sign in with it and confirm the address within 14 days to join.',
    'If it was not you who registered, ask for a new password on the sign-in page first.',
  ],
  { text: 'See the invitation', path: '/settings#/teams' },
] as const

const withoutAccount = (code: string) =>
  [
    ['Register with this email address within 14 days to join.'],
    // The code follows the '#', so that no server or proxy logs it.
    { text: 'Join the team', path: `/register#invitation=${code}` },
  ] as const

/**
 * A mail for an address without an account, or whose account has not confirmed it; other users see the invitation in the
 * product (D-56).
 */
const mailFor = async (sent: Sent, tools: TextTools): Promise<Mail | null> => {
  const { teamId, email, code, inviteeId } = sent
  if (email === null || code === null) return null
  if (inviteeId !== null && !(await isUnproven(inviteeId, tools))) return null
  const team = (await teamNameOf(tools.ledger, teamId)) ?? 'a team'
  const [howToJoin, action] = inviteeId === null ? withoutAccount(code) : withUnprovenAccount
  return {
    to: email,
    subject: `You are invited to ${team}`,
    paragraphs: [`You are invited to work with the team ${team} on Siteledger.`, ...howToJoin],
    action,
  }
}

export const invitationSent = ({ data }: Recorded<EventNamed<'InvitationSent'>>, tools: TextTools) =>
  mailFor(data, tools)

/** The invitation as it was first sent; a resent one has the same link. */
export const invitationResent = async (
  { stream, data: { invitationId } }: Recorded<EventNamed<'InvitationResent'>>,
  tools: TextTools,
): Promise<Mail | null> => {
  const history = await tools.ledger.read(stream)
  for (const { type, data } of history) {
    if (type === 'InvitationSent' && data.invitationId === invitationId) return mailFor(data, tools)
  }
  return null
}

/** Notifies a user of an invitation, with a link to the page that answers it. */
export const invitationArrived = async (
  { data: { teamId, inviteeId }, metadata }: Recorded<EventNamed<'InvitationSent'>>,
  tools: TextTools,
): Promise<Notice | null> => {
  if (!inviteeId) return null
  const isHidden = await isUnproven(inviteeId, tools)
  const action = { text: 'See the invitation', url: '/settings#/teams' }
  const notice = { userId: inviteeId, icon: 'user-plus', action }
  if (isHidden) return { ...notice, body: 'You are invited to a team. Confirm your address first.', creatorId: null }
  const team = (await teamNameOf(tools.ledger, teamId)) ?? ''
  return { ...notice, body: `invited you to the team ${team}.`, creatorId: metadata.actor }
}

const toFounder = ({
  teamInvitationId,
  email,
  name,
  teamName,
}: EventNamed<'TeamInvitationSent'>['data']): Mail | null => {
  if (email === null) return null
  return {
    to: email,
    subject: `Set up ${teamName} on Siteledger`,
    paragraphs: [
      `Hello${name ? ` ${name}` : ''},`,
      `you are invited to set up the team ${teamName} on Siteledger, where clients, sites and visits keep their documents.`,
    ],
    action: { text: 'Set up the team', path: `/register#team-invitation=${teamInvitationId}` },
  }
}

/** Invites somebody to found a team (D-24). */
export const teamInvitationSent = ({ data }: Recorded<EventNamed<'TeamInvitationSent'>>): Mail | null => toFounder(data)

export const teamInvitationResent = async (
  { stream }: Recorded<EventNamed<'TeamInvitationResent'>>,
  { ledger }: TextTools,
): Promise<Mail | null> => {
  for (const { type, data } of await ledger.read(stream)) if (type === 'TeamInvitationSent') return toFounder(data)
  return null
}
