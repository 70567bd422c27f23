import { z } from 'zod'
import { type EventOf, personalText } from '../event.ts'
import { InterestId, SupportRequestId, UserId } from '../ids.ts'

export const interestEvents = {
  /** Somebody without an account left an e-mail address or a phone number; one of the two is given (D-25). */
  InterestRegistered: z.object({ interestId: InterestId, email: personalText, phone: personalText }),
}

export type InterestEvent = EventOf<typeof interestEvents>

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
