import { z } from 'zod'
import type { EventOf } from '../event.ts'

/** `askedBy` is the id of the event that asked for the message. */
const askedBy = z.uuid()

export const messageEvents = {
  MailSent: z.object({ askedBy }),
  TextSent: z.object({ askedBy }),
  /** The message has no recipient, is too old, or was refused permanently. */
  MessageDropped: z.object({
    askedBy,
    channel: z.enum(['mail', 'text', 'notification']),
    reason: z.enum(['nobody', 'too-old', 'refused']),
  }),
}

export type MessageEvent = EventOf<typeof messageEvents>
