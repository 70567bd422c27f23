import type { TeamEvent } from '#schemas/events/team.ts'
import type { InvitationId, TeamId, UserId } from '#schemas/ids.ts'
import type { LimitsOverride } from '#schemas/limits/limits-override.ts'
import type { Membership } from '#schemas/rights/membership.ts'
import type { RecordedReads } from '#schemas/rights/recorded-reads.ts'
import { RuleBroken } from './rule.ts'

/** `acceptedBy` is null until somebody accepts. Cancelled and rejected invitations are not kept. */
export type Invitation = {
  email: string | null
  inviteeId: UserId | null
  membership: Membership
  expiresAt: string
  /** When it expires, as of the last time that it was sent again; null before. */
  resentUntil: string | null
  acceptedBy: UserId | null
}

export type ActiveTeam = {
  status: 'active'
  teamId: TeamId
  name: string
  ownerId: UserId
  trialEndsAt: string
  /** The limits that an operator has given it, and why; they may be over. */
  override: (LimitsOverride & { reason: string }) | null
  /** Whether members need a second factor. */
  secondFactorRequired: boolean
  /** Whether share links lead anywhere. */
  shareLinksAllowed: boolean
  /** Of whom it is recorded which contents they open. */
  readsRecorded: RecordedReads
  members: ReadonlyMap<UserId, Membership>
  invitations: ReadonlyMap<InvitationId, Invitation>
  /** When each invitation that was ever sent expires, which says when it was sent. */
  sentUntil: readonly string[]
}

/** A deleted team keeps all that it was until it is purged (D-96). */
export type Team =
  | { status: 'none' }
  | ActiveTeam
  | { status: 'deleted'; teamId: TeamId; ownerId: UserId; before: ActiveTeam }
  | { status: 'purged'; teamId: TeamId; ownerId: UserId }

const withMember = (team: ActiveTeam, userId: UserId, membership: Membership): Team => ({
  ...team,
  members: new Map(team.members).set(userId, membership),
})

const withoutMember = (team: ActiveTeam, userId: UserId): Team => {
  const members = new Map(team.members)
  members.delete(userId)
  return { ...team, members }
}

const withInvitation = (team: ActiveTeam, id: InvitationId, invitation: Invitation | undefined): Team => {
  const invitations = new Map(team.invitations)
  if (invitation) invitations.set(id, invitation)
  else invitations.delete(id)
  return { ...team, invitations }
}

const changeInvitation = (team: ActiveTeam, id: InvitationId, change: Partial<Invitation>): Team => {
  const invitation = team.invitations.get(id)
  return invitation ? withInvitation(team, id, { ...invitation, ...change }) : team
}

const evolveActive = (
  team: ActiveTeam,
  event: Exclude<TeamEvent, { type: 'TeamCreated' | 'TeamRestored' | 'TeamPurged' }>,
): Team => {
  switch (event.type) {
    case 'TeamRenamed':
      return { ...team, name: event.data.name }
    case 'TeamTrialChanged':
      return { ...team, trialEndsAt: event.data.trialEndsAt }
    case 'TeamLimitsOverridden': {
      const { teamId: _, ...override } = event.data
      return { ...team, override }
    }
    case 'TeamLimitsOverrideEnded':
      return { ...team, override: null }
    case 'SecondFactorDemanded':
      return { ...team, secondFactorRequired: event.data.required }
    case 'ShareLinksAllowed':
      return { ...team, shareLinksAllowed: event.data.allowed }
    case 'ReadsRecordedOf':
      return { ...team, readsRecorded: event.data.recorded }
    case 'TeamDeleted':
      return { status: 'deleted', teamId: team.teamId, ownerId: team.ownerId, before: team }
    case 'MemberJoined':
    case 'MemberChanged': {
      const { role, clientId, siteIds, abilities, endsAt } = event.data
      return withMember(team, event.data.userId, { role, clientId, siteIds, abilities, endsAt })
    }
    case 'MembershipEndsSoon':
      return team
    case 'MemberRemoved':
    case 'MemberLeft':
      return withoutMember(team, event.data.userId)
    case 'InvitationSent': {
      const { invitationId, email, inviteeId, role, clientId, siteIds, endsAt, expiresAt } = event.data
      const membership = { role, clientId, siteIds, abilities: {}, endsAt }
      const invitation = { email, inviteeId, membership, expiresAt, resentUntil: null, acceptedBy: null }
      const sent = { ...team, sentUntil: [...team.sentUntil, expiresAt] }
      return withInvitation(sent, invitationId, invitation)
    }
    case 'InvitationResent':
      return changeInvitation(team, event.data.invitationId, {
        expiresAt: event.data.expiresAt,
        resentUntil: event.data.expiresAt,
      })
    case 'InvitationAccepted':
      return changeInvitation(team, event.data.invitationId, { acceptedBy: event.data.userId })
    case 'InvitationCancelled':
    case 'InvitationRejected':
      return withInvitation(team, event.data.invitationId, undefined)
    default:
      event satisfies never
      return team
  }
}

export const evolveTeam = (team: Team, event: TeamEvent): Team => {
  if (event.type === 'TeamCreated') {
    const { teamId, ownerId, name, trialEndsAt } = event.data
    return {
      status: 'active',
      teamId,
      ownerId,
      name,
      trialEndsAt,
      override: null,
      secondFactorRequired: false,
      shareLinksAllowed: true,
      readsRecorded: 'auditors',
      members: new Map(),
      invitations: new Map(),
      sentUntil: [],
    }
  }
  if (event.type === 'TeamRestored') return team.status === 'deleted' ? team.before : team
  if (event.type === 'TeamPurged') {
    const { teamId } = event.data
    return team.status === 'deleted' ? { status: 'purged', teamId, ownerId: team.ownerId } : team
  }
  return team.status === 'active' ? evolveActive(team, event) : team
}

/** Requires an owner or admin, who may change members and invitations (D-11). Throws 'not-team-manager'. */
export const requireManager = (team: ActiveTeam, userId: UserId): void => {
  const role = team.members.get(userId)?.role
  if (role !== 'owner' && role !== 'admin') throw new RuleBroken('not-team-manager')
}
