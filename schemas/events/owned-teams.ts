import { z } from 'zod'
import type { EventOf } from '../event.ts'
import { TeamId, UserId } from '../ids.ts'

/** The teams that a user owns, in one stream, so that the plan's limit is consistent (D-17). */
export const ownedTeamsEvents = {
  OwnershipTaken: z.object({ userId: UserId, teamId: TeamId }),
  OwnershipGivenUp: z.object({ userId: UserId, teamId: TeamId }),
}

export type OwnedTeamsEvent = EventOf<typeof ownedTeamsEvents>
