import type { TeamEvent } from '#schemas/events/team.ts'
import { foldedText } from '#schemas/folded-text.ts'
import type { InvitationId, UserId } from '#schemas/ids.ts'
import type { Membership } from '#schemas/membership.ts'
import { RuleBroken } from './rule.ts'
import { limited } from './team-members.ts'
import { type ActiveTeam, type Invitation, requireManager } from './team-state.ts'

/** `at` is the moment of the command; `memberLimit` what the plan allows, null for any number. */
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

/** Members and open invitations, each of which holds a place (D-56). */
const slotsUsed = (team: ActiveTeam, at: string) => team.members.size + openInvitations(team, at).length

const requireSlot = (used: number, memberLimit: number | null): void => {
  if (memberLimit !== null && used >= memberLimit) throw new RuleBroken('no-member-slots')
}

/** The invitation where it exists and nobody has taken it. */
const untaken = (team: ActiveTeam, id: InvitationId): Invitation => {
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
  const { role, clientId, siteIds } = limited(command.membership)
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
    expiresAt,
  }
  return [{ type: 'InvitationSent', data }]
}

/** One that had expired takes a place again, so there must be one. */
export const resend = (team: ActiveTeam, command: Of<'ResendInvitation'>): TeamEvent[] => {
  const { invitationId, by, expiresAt, at, memberLimit } = command
  requireManager(team, by)
  const invitation = untaken(team, invitationId)
  if (!isOpen(invitation, at)) requireSlot(slotsUsed(team, at), memberLimit)
  return [{ type: 'InvitationResent', data: { teamId: team.teamId, invitationId, expiresAt } }]
}

export const cancel = (team: ActiveTeam, { invitationId, by }: Of<'CancelInvitation'>): TeamEvent[] => {
  requireManager(team, by)
  untaken(team, invitationId)
  return [{ type: 'InvitationCancelled', data: { teamId: team.teamId, invitationId } }]
}

/** The invitation where it is open and meant for this address; to others it does not exist. */
const mine = (team: ActiveTeam, id: InvitationId, email: string, at: string): Invitation => {
  const invitation = untaken(team, id)
  if (!isOpen(invitation, at) || !isFor(invitation, email)) throw new RuleBroken('invitation-not-found')
  return invitation
}

/** Accepting twice makes one member. A plan that has shrunk since the invitation still holds (D-56). */
export const accept = (team: ActiveTeam, command: Of<'AcceptInvitation'>): TeamEvent[] => {
  const { invitationId, userId, email, at, memberLimit } = command
  const { teamId } = team
  if (team.invitations.get(invitationId)?.acceptedBy === userId && team.members.has(userId)) return []
  const { membership } = mine(team, invitationId, email, at)
  const accepted: TeamEvent = { type: 'InvitationAccepted', data: { teamId, invitationId, userId } }
  if (team.members.has(userId)) return [accepted]
  requireSlot(team.members.size, memberLimit)
  return [accepted, { type: 'MemberJoined', data: { teamId, userId, ...membership } }]
}

export const reject = (team: ActiveTeam, command: Of<'RejectInvitation'>): TeamEvent[] => {
  const { invitationId, userId, email, at } = command
  mine(team, invitationId, email, at)
  return [{ type: 'InvitationRejected', data: { teamId: team.teamId, invitationId, userId } }]
}
