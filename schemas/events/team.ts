import { z } from 'zod'
import { Role } from '#schemas/rights/ability-schemas.ts'
import { Membership } from '#schemas/rights/membership.ts'
import { recordedReads } from '#schemas/rights/recorded-reads.ts'
import { CalendarDate } from '#schemas/time/calendar-date.ts'
import { type EventOf, personalText } from '../event.ts'
import { ClientId, InvitationId, SiteId, TeamId, UserId } from '../ids.ts'

const member = { teamId: TeamId, userId: UserId }
const invitation = { teamId: TeamId, invitationId: InvitationId }

export const teamEvents = {
  TeamCreated: z.object({
    teamId: TeamId,
    ownerId: UserId,
    name: z.string(),
    slug: z.string(),
    /** End of the trial without a plan, a UTC instant (D-79). */
    trialEndsAt: z.iso.datetime(),
  }),
  TeamRenamed: z.object({ teamId: TeamId, name: z.string() }),
  /** An operator has set when the trial without a plan ends, a UTC instant (D-50). */
  TeamTrialChanged: z.object({ teamId: TeamId, trialEndsAt: z.iso.datetime() }),
  /** An operator has given the team other limits than its plan, until a UTC instant; null: those of the plan. */
  TeamLimitsOverridden: z.object({
    teamId: TeamId,
    sites: z.int().nullable(),
    teamMembers: z.int().nullable(),
    /** How many teams its owner may have. */
    teams: z.int().nullable(),
    reason: z.string(),
    endsAt: z.iso.datetime(),
  }),
  /** An operator has ended them before their time. */
  TeamLimitsOverrideEnded: z.object({ teamId: TeamId }),
  /** Whether members may work in the team only while two-factor authentication is on for them. */
  SecondFactorDemanded: z.object({ teamId: TeamId, required: z.boolean() }),
  /** Whether share links of the team lead anywhere; while they do not, none is lost. */
  ShareLinksAllowed: z.object({ teamId: TeamId, allowed: z.boolean() }),
  /** Of whom it is recorded which contents they open. */
  ReadsRecordedOf: z.object({ teamId: TeamId, recorded: z.enum(recordedReads) }),
  /** The team was deleted and waits for its purge; it has no members any more (D-96). */
  TeamDeleted: z.object({ teamId: TeamId, deletedBy: UserId }),
  /** An operator has taken the deletion back, with the members and invitations that it had. */
  TeamRestored: z.object({ teamId: TeamId }),
  /** Its content and keys are removed, and its slug is free (D-96). */
  TeamPurged: z.object({ teamId: TeamId }),
  MemberJoined: z.object({ ...member, ...Membership.shape }),
  MemberChanged: z.object({ ...member, ...Membership.shape }),
  /** A membership ends within a week, of which a person is told: the member, or who invited them. */
  MembershipEndsSoon: z.object({ ...member, endsAt: CalendarDate, told: UserId }),
  /** By nobody where it has ended by itself. */
  MemberRemoved: z.object({
    ...member,
    removedBy: UserId.nullable(),
    reason: z.literal('ended').nullable().default(null),
  }),
  MemberLeft: z.object(member),
  InvitationSent: z.object({
    ...invitation,
    /** The owner of the key that seals the address: the user if known, else the invitation. */
    personId: z.string(),
    /** The user who has the address already and needs no mail. */
    inviteeId: UserId.nullable(),
    email: personalText,
    /** The code in the mailed link, 40 characters. */
    code: personalText,
    role: Role,
    clientId: ClientId.nullable(),
    siteIds: z.array(SiteId).nullable(),
    /** The last day of the membership; null: it goes on. */
    endsAt: Membership.shape.endsAt,
    expiresAt: z.iso.datetime(),
  }),
  InvitationResent: z.object({ ...invitation, expiresAt: z.iso.datetime() }),
  InvitationCancelled: z.object(invitation),
  InvitationAccepted: z.object({ ...invitation, userId: UserId }),
  InvitationRejected: z.object({ ...invitation, userId: UserId }),
}

export type TeamEvent = EventOf<typeof teamEvents>

/** The teams that a user owns, in one stream, so that the plan's limit is consistent (D-17). */
export const ownedTeamsEvents = {
  OwnershipTaken: z.object({ userId: UserId, teamId: TeamId }),
  OwnershipGivenUp: z.object({ userId: UserId, teamId: TeamId }),
}

export type OwnedTeamsEvent = EventOf<typeof ownedTeamsEvents>
