import type { Recorded } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { Mail, TextTools } from './message.ts'

/** Notifies the operators. The person gets no mail, so that nobody can have mails sent to an address of others. */
export const interestRegistered = (
  { data: { email, phone } }: Recorded<EventNamed<'InterestRegistered'>>,
  { supportEmail }: TextTools,
): Mail | null => {
  const contact = email ?? phone
  if (!contact) return null
  return {
    to: supportEmail,
    ...(email ? { replyTo: email } : {}),
    subject: 'Someone wants to try Siteledger',
    paragraphs: [`${contact} asked to hear more on the welcome page.`],
  }
}

/** A support message to the operators; their answer goes to its sender (D-88). */
export const supportRequested = (
  { data: { from, subject, message } }: Recorded<EventNamed<'SupportRequested'>>,
  { supportEmail }: TextTools,
): Mail | null =>
  from && subject && message
    ? { to: supportEmail, replyTo: from, subject, paragraphs: [`From: ${from}`, ...message.split(/\n{2,}/)] }
    : null
