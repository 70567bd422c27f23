import type { Recorded } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { Mail, TextTools } from './message.ts'

/** A support message to the operators; their answer goes to its sender (D-88). */
export const supportRequested = (
  { data: { from, subject, message } }: Recorded<EventNamed<'SupportRequested'>>,
  { supportEmail }: TextTools,
): Mail | null =>
  from && subject && message
    ? { to: supportEmail, replyTo: from, subject, paragraphs: [`From: ${from}`, ...message.split(/\n{2,}/)] }
    : null
