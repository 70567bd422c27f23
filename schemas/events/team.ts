import { z } from 'zod'
import { Role } from '../abilities.ts'
import type { EventOf } from '../event.ts'
import { TeamId, UserId } from '../ids.ts'

export const teamEvents = {
  TeamCreated: z.object({
    teamId: TeamId,
    ownerId: UserId,
    name: z.string(),
    slug: z.string(),
    /** End of the trial without a plan, a UTC instant (D-79). */
    trialEndsAt: z.iso.datetime(),
  }),
  MemberJoined: z.object({ teamId: TeamId, userId: UserId, role: Role }),
}

export type TeamEvent = EventOf<typeof teamEvents>
