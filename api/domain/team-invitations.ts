import type { TeamEvent } from '#schemas/events/team.ts'
import type { InvitationId, UserId } from '#schemas/ids.ts'
import { invitationsPerDay, resendEvery } from '#schemas/limits/ceiling-numbers.ts'
import type { Membership } from '#schemas/rights/membership.ts'
import { foldedText } from '#schemas/text/folded-text.ts'
import { RuleBroken } from './rule.ts'
import { limited } from './team-members.ts'
import { type ActiveTeam, type Invitation, requireManager } from './team-state.ts'

const day = 24 * 60 * 60 * 1000

/** `at` is the time of the command; `memberLimit` is the plan's limit, null if there is none. */
type Slots = { at: string; memberLimit: number | null }

export type InvitationCommand =
  | ({
      type: 'InviteMember'
      invitationId: InvitationId
      by: UserId
      email: string
      inviteeId: UserId | null
      code: string
      membership: Membership
      expiresAt: string
    } & Slots)
  | ({ type: 'ResendInvitation'; invitationId: InvitationId; by: UserId; expiresAt: string } & Slots)
  | { type: 'CancelInvitation'; invitationId: InvitationId; by: UserId }
  | ({ type: 'AcceptInvitation'; invitationId: InvitationId; userId: UserId; email: string } & Slots)
  | { type: 'RejectInvitation'; invitationId: InvitationId; userId: UserId; email: string; at: string }

type Of<Type extends InvitationCommand['type']> = Extract<InvitationCommand, { type: Type }>

const isFor = ({ email }: Invitation, address: string) => email !== null && foldedText(email) === foldedText(address)

const isOpen = ({ acceptedBy, expiresAt }: Invitation, at: string) => acceptedBy === null && expiresAt > at

const openInvitations = (team: ActiveTeam, at: string) =>
  [...team.invitations].filter(([, invitation]) => isOpen(invitation, at))

/**
 * Requires that the team has not sent too many invitations in the last day (D-102). All are valid for the same time, so
 * the times when they expire are as far apart as those when they were sent.
 */
const requireFewSent = ({ sentUntil }: ActiveTeam, expiresAt: string): void => {
  const recent = sentUntil.filter((each) => Date.parse(expiresAt) - Date.parse(each) < day)
  if (recent.length >= invitationsPerDay) throw new RuleBroken('too-many-invitations')
}

/** Counts members and open invitations, each of which takes a seat (D-56). */
export const slotsUsed = (team: ActiveTeam, at: string) => team.members.size + openInvitations(team, at).length

const requireSlot = (used: number, memberLimit: number | null): void => {
  if (memberLimit !== null && used >= memberLimit) throw new RuleBroken('no-member-slots')
}

/** The invitation, if nobody has accepted it. Throws 'invitation-not-found'. */
const unaccepted = (team: ActiveTeam, id: InvitationId): Invitation => {
  const invitation = team.invitations.get(id)
  if (!invitation || invitation.acceptedBy !== null) throw new RuleBroken('invitation-not-found')
  return invitation
}

export const invite = (team: ActiveTeam, command: Of<'InviteMember'>): TeamEvent[] => {
  const { invitationId, by, email, inviteeId, code, expiresAt, at } = command
  requireManager(team, by)
  if (inviteeId && team.members.has(inviteeId)) throw new RuleBroken('already-member')
  const open = openInvitations(team, at)
  if (open.some(([, each]) => isFor(each, email))) throw new RuleBroken('already-invited')
  requireSlot(slotsUsed(team, at), command.memberLimit)
  requireFewSent(team, expiresAt)
  const { role, clientId, siteIds, endsAt } = limited(command.membership)
  const personId = inviteeId ?? invitationId
  const data = {
    teamId: team.teamId,
    invitationId,
    personId,
    inviteeId,
    email,
    code,
    role,
    clientId,
    siteIds,
    endsAt,
    expiresAt,
  }
  return [{ type: 'InvitationSent', data }]
}

/** An expired invitation takes a seat again, so one must be free. */
export const resend = (team: ActiveTeam, command: Of<'ResendInvitation'>): TeamEvent[] => {
  const { invitationId, by, expiresAt, at, memberLimit } = command
  requireManager(team, by)
  const invitation = unaccepted(team, invitationId)
  if (!isOpen(invitation, at)) requireSlot(slotsUsed(team, at), memberLimit)
  const { resentUntil } = invitation
  if (resentUntil !== null && Date.parse(expiresAt) - Date.parse(resentUntil) < resendEvery) {
    throw new RuleBroken('resent-already')
  }
  return [{ type: 'InvitationResent', data: { teamId: team.teamId, invitationId, expiresAt } }]
}

export const cancel = (team: ActiveTeam, { invitationId, by }: Of<'CancelInvitation'>): TeamEvent[] => {
  requireManager(team, by)
  unaccepted(team, invitationId)
  return [{ type: 'InvitationCancelled', data: { teamId: team.teamId, invitationId } }]
}

/** The invitation, if it is open and addressed to this e-mail address; for others it does not exist. */
const invitationTo = (team: ActiveTeam, id: InvitationId, email: string, at: string): Invitation => {
  const invitation = unaccepted(team, id)
  if (!isOpen(invitation, at) || !isFor(invitation, email)) throw new RuleBroken('invitation-not-found')
  return invitation
}

/**
 * Accepting twice adds one member. The member limit counts as it is now, even if it shrank after the invitation (D-56).
 */
export const accept = (team: ActiveTeam, command: Of<'AcceptInvitation'>): TeamEvent[] => {
  const { invitationId, userId, email, at, memberLimit } = command
  const { teamId } = team
  if (team.invitations.get(invitationId)?.acceptedBy === userId && team.members.has(userId)) return []
  const { membership } = invitationTo(team, invitationId, email, at)
  const accepted: TeamEvent = { type: 'InvitationAccepted', data: { teamId, invitationId, userId } }
  if (team.members.has(userId)) return [accepted]
  requireSlot(team.members.size, memberLimit)
  return [accepted, { type: 'MemberJoined', data: { teamId, userId, ...membership } }]
}

export const reject = (team: ActiveTeam, command: Of<'RejectInvitation'>): TeamEvent[] => {
  const { invitationId, userId, email, at } = command
  invitationTo(team, invitationId, email, at)
  return [{ type: 'InvitationRejected', data: { teamId: team.teamId, invitationId, userId } }]
}
