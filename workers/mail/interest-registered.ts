import type { Recorded } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { Letterhead, Mail } from './message.ts'

/** Tells those who run the platform whom to call; a stranger's address gets no mail that anybody could ask for. */
export const interestRegistered = (
  { data: { email, phone } }: Recorded<EventNamed<'InterestRegistered'>>,
  { supportEmail }: Letterhead,
): Mail | null => {
  const contact = email ?? phone
  if (!contact) return null
  return {
    to: supportEmail,
    ...(email ? { replyTo: email } : {}),
    subject: 'Somebody wants to try Siteledger',
    paragraphs: [`${contact} asked to hear more on the welcome page.`],
  }
}
