import { z } from 'zod'
import { type EventOf, personalText } from '../event.ts'
import { SupportRequestId, UserId } from '../ids.ts'

export const supportEvents = {
  /** `from` is the address for the answer (D-88). */
  SupportRequested: z.object({
    supportRequestId: SupportRequestId,
    userId: UserId,
    from: personalText,
    subject: personalText,
    message: personalText,
  }),
}

export type SupportEvent = EventOf<typeof supportEvents>
