import { emailProofToken } from '#api/adapters/one-time-codes.ts'
import { reservationDecider } from '#api/domain/reservation.ts'
import { userDecider } from '#api/domain/user.ts'
import { load } from '#api/event-store/handle-command.ts'
import { emailReservation, userStream } from '#api/event-store/streams.ts'
import type { Recorded } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { Mail, TextTools } from './message.ts'

/**
 * The link that makes the address the user's (D-115). An address that somebody has is mailed nothing: its holder did not
 * ask for it, and the request was answered as if it were free.
 */
export const emailChangeRequested = async (
  { data: { userId, email } }: Recorded<EventNamed<'EmailChangeRequested'>>,
  { ledger, digest }: TextTools,
): Promise<Mail | null> => {
  const user = await load(ledger, userDecider, userStream(userId))
  // Dropped, replaced or followed meanwhile.
  if (user.status !== 'registered' || email === null || user.pendingEmail !== email) return null
  const reservation = await load(ledger, reservationDecider, emailReservation(digest, email))
  if (reservation.status !== 'free') return null
  return {
    to: email,
    subject: 'Verify your new email address',
    paragraphs: [
      'Someone, probably you, wants to use this email address for an account with Siteledger.',
      'Please confirm that it is yours. From then on you sign in with it. If it was not you, do nothing.',
    ],
    // The secret follows the '#', so that no server or proxy logs it.
    action: { text: 'Verify the address', path: `/verify-email#${emailProofToken(digest, userId, email)}` },
  }
}
