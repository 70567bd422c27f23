import { z } from 'zod'
import { type EventOf, personalText } from '../event.ts'
import { UserId } from '../ids.ts'

export const userEvents = {
  UserRegistered: z.object({
    userId: UserId,
    name: personalText,
    email: personalText,
    passwordHash: personalText,
  }),
  /** The person's key is destroyed; whoever keeps a readable copy blanks it (D-90). */
  PersonErased: z.object({ userId: UserId }),
}

export type UserEvent = EventOf<typeof userEvents>
