import type { UserEvent } from '#schemas/events/user.ts'
import type { UserId } from '#schemas/ids.ts'
import { addressChanges } from '#schemas/limits/ceiling-numbers.ts'
import { decideBy } from './decider.ts'
import { RuleBroken } from './rule.ts'
import type { RegisteredUser } from './user-state.ts'

/** `from` is the address that the caller has seen. */
type Wanted = { name: string; email: string; from: string }

export type ContactCommand =
  /** `needsProof` asks for verification if the address changes; `dropsPending` keeps the present one for good. */
  | ({ type: 'UpdateContact'; needsProof?: boolean; dropsPending?: boolean } & Wanted)
  /** The name counts at once, and the address when a link to it was followed (D-115). */
  | ({ type: 'RequestEmailChange'; at: string } & Wanted)
  | { type: 'RequestEmailProof' }
  /** `email` is the address that the proof was sent to. */
  | { type: 'VerifyEmail'; email: string }

const hour = 60 * 60 * 1000
const day = 24 * 60 * 60 * 1000

export const proofRequested = (userId: UserId): UserEvent => ({ type: 'EmailProofRequested', data: { userId } })

const contactUpdated = (user: RegisteredUser, name: string | null, email: string): UserEvent[] =>
  name === user.name && email === user.email
    ? []
    : [{ type: 'ContactUpdated', data: { userId: user.userId, name, email } }]

/** Of two concurrent changes the second is refused: its `from` is no longer the user's address. */
const requireFrom = (user: RegisteredUser, from: string): void => {
  if (user.email !== from) throw new RuleBroken('contact-changed')
}

const requireFewAsked = ({ addressesAskedAt }: RegisteredUser, at: string): void => {
  const within = (milliseconds: number) =>
    addressesAskedAt.filter((each) => Date.parse(at) - Date.parse(each) < milliseconds).length
  if (within(hour) >= addressChanges.anHour || within(day) >= addressChanges.aDay) {
    throw new RuleBroken('too-many-address-changes')
  }
}

/** A pending address takes the place of the present one with its proof. */
const verifyEmail = (user: RegisteredUser, proven: string): UserEvent[] => {
  const { userId, name, email, emailVerified, pendingEmail } = user
  const verified: UserEvent = { type: 'EmailVerified', data: { userId } }
  if (email === proven) return emailVerified ? [] : [verified]
  if (pendingEmail !== proven) throw new RuleBroken('email-proof-void')
  return [...contactUpdated(user, name, proven), verified]
}

/** Changes of a user's name and address. */
export const decideContact = decideBy<RegisteredUser, ContactCommand, UserEvent>({
  UpdateContact: (user, command) => {
    const { name, email, from, needsProof, dropsPending } = command
    requireFrom(user, from)
    const { userId, pendingEmail } = user
    const updated = contactUpdated(user, name, email)
    if (email !== from) return needsProof ? [...updated, proofRequested(userId)] : updated
    return dropsPending && pendingEmail !== null
      ? [...updated, { type: 'EmailChangeDropped', data: { userId } }]
      : updated
  },
  RequestEmailChange: (user, command) => {
    const { name, email, from, at } = command
    requireFrom(user, from)
    requireFewAsked(user, at)
    const requested: UserEvent = { type: 'EmailChangeRequested', data: { userId: user.userId, email, requestedAt: at } }
    return [...contactUpdated(user, name, from), requested]
  },
  RequestEmailProof: (user) => [proofRequested(user.userId)],
  VerifyEmail: (user, command) => verifyEmail(user, command.email),
})
