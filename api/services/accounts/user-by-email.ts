import { reservationDecider } from '#api/domain/reservation.ts'
import { userDecider } from '#api/domain/user.ts'
import type { RegisteredUser } from '#api/domain/user-state.ts'
import { load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { emailReservation, userStream } from '#api/event-store/streams.ts'
import { UserId } from '#schemas/ids.ts'

/** A user id that never exists, so that an unknown address costs the same two reads as a known one. */
const nobody = UserId.parse('00000000-0000-4000-8000-000000000000')

/**
 * Finds the user with an e-mail address. Returns undefined if the address is reserved but not, or no longer, the
 * holder's own, as in the middle of a change.
 */
export const userByEmail = async (
  ledger: Ledger,
  digest: (purpose: string, text: string) => string,
  email: string,
): Promise<RegisteredUser | undefined> => {
  const stream = emailReservation(digest, email)
  const reservation = await load(ledger, reservationDecider, stream)
  const holder = reservation.status === 'free' ? nobody : UserId.parse(reservation.holderId)
  const user = await load(ledger, userDecider, userStream(holder))
  if (user.status !== 'registered' || user.email === null) return undefined
  return emailReservation(digest, user.email) === stream ? user : undefined
}
