import { z } from 'zod'
import { logoTypes } from '#schemas/limits/upload-rules.ts'
import { type EventOf, personalText } from '../event.ts'
import { CommandId, TeamId, TeamInvitationId, UserId } from '../ids.ts'
import { Content } from './file.ts'

const invitation = { teamInvitationId: TeamInvitationId }

/** An operator invites somebody to found a team (D-24). */
export const teamInvitationEvents = {
  TeamInvitationSent: z.object({
    ...invitation,
    email: personalText,
    name: personalText,
    teamName: z.string(),
    logo: z.object({ content: Content, mimeType: z.enum(logoTypes), fileName: z.string() }).nullable(),
  }),
  TeamInvitationResent: z.object(invitation),
  TeamInvitationWithdrawn: z.object(invitation),
  /** The invited person has founded the team. */
  TeamInvitationTaken: z.object({ ...invitation, userId: UserId, teamId: TeamId }),
}

export type TeamInvitationEvent = EventOf<typeof teamInvitationEvents>

/** Kinds of values that are unique across the platform (D-89). */
export const ReservationKind = z.enum(['email', 'slug'])
export type ReservationKind = z.infer<typeof ReservationKind>

const claim = { kind: ReservationKind, holderId: z.string(), claimId: CommandId }

export const reservationEvents = {
  ReservationClaimed: z.object({ ...claim, expiresAt: z.iso.datetime() }),
  ReservationConfirmed: z.object(claim),
  ReservationReleased: z.object(claim),
}

export type ReservationEvent = EventOf<typeof reservationEvents>
