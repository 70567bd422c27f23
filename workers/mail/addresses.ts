import { emailProofToken } from '#api/adapters/one-time-codes.ts'
import { reservationDecider } from '#api/domain/reservation.ts'
import { userDecider } from '#api/domain/user.ts'
import type { User } from '#api/domain/user-state.ts'
import { load } from '#api/event-store/handle-command.ts'
import { emailReservation, userStream } from '#api/event-store/streams.ts'
import type { Recorded } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { UserEvent } from '#schemas/events/user.ts'
import { foldedText } from '#schemas/text/folded-text.ts'
import type { Mail, TextTools } from './message.ts'

/** The user just before the change. */
const before = async ({ data: { userId }, revision }: Changed, { ledger }: TextTools): Promise<User> =>
  (await ledger.read(userStream(userId)))
    .filter((event) => event.revision < revision)
    .reduce((user, event) => userDecider.evolve(user, event as unknown as UserEvent), userDecider.initialState)

type Changed = Recorded<EventNamed<'ContactUpdated'>>

/**
 * Notifies the former address, so that a user who did not make the change learns of it. The new address is not named.
 */
export const addressChanged = async (event: Changed, tools: TextTools): Promise<Mail | null> => {
  const user = await before(event, tools)
  const former = user.status === 'registered' ? user.email : null
  const present = event.data.email
  if (former === null || present === null || foldedText(former) === foldedText(present)) return null
  return {
    to: former,
    subject: 'Your email address was changed',
    paragraphs: [
      'Your account with Siteledger uses another email address from now on. Please sign in with that one.',
      `If it was not you who changed it, write to ${tools.supportEmail} at once.`,
    ],
  }
}

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
