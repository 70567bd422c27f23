import { z } from 'zod'
import { type EventOf, personalText } from '../event.ts'
import { SupportRequestId, UserId } from '../ids.ts'

export const supportEvents = {
  /** `from` is the address that the answer goes to (D-88). */
  SupportRequested: z.object({
    supportRequestId: SupportRequestId,
    userId: UserId,
    from: personalText,
    subject: personalText,
    message: personalText,
  }),
}

export type SupportEvent = EventOf<typeof supportEvents>
