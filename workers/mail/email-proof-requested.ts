import { emailProofToken } from '#api/adapters/one-time-codes.ts'
import { userDecider } from '#api/domain/user.ts'
import { load } from '#api/event-store/handle-command.ts'
import { userStream } from '#api/event-store/streams.ts'
import type { Recorded } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { Mail, TextTools } from './message.ts'

/** The link that verifies the address, which is the user's when the mail is sent (D-94). */
export const emailProofRequested = async (
  { data: { userId } }: Recorded<EventNamed<'EmailProofRequested'>>,
  { ledger, digest }: TextTools,
): Promise<Mail | null> => {
  const user = await load(ledger, userDecider, userStream(userId))
  if (user.status !== 'registered' || user.email === null || user.emailVerified) return null
  return {
    to: user.email,
    subject: 'Verify your email address',
    paragraphs: [
      'Someone, probably you, uses this email address for an account with Siteledger.',
      'Please confirm that it is yours. If it was not you, do nothing.',
    ],
    // The secret follows the '#', so that no server or proxy logs it.
    action: { text: 'Verify the address', path: `/verify-email#${emailProofToken(digest, userId, user.email)}` },
  }
}
