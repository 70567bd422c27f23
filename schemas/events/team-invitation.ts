import { z } from 'zod'
import { type EventOf, personalText } from '../event.ts'
import { TeamId, TeamInvitationId, UserId } from '../ids.ts'
import { logoTypes } from '../upload-rules.ts'
import { Content } from './file.ts'

const invitation = { teamInvitationId: TeamInvitationId }

/** An operator asks somebody to found a team (D-24). */
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
  /** The team was founded. */
  TeamInvitationTaken: z.object({ ...invitation, userId: UserId, teamId: TeamId }),
}

export type TeamInvitationEvent = EventOf<typeof teamInvitationEvents>
