import { reservationDecider } from '#api/domain/reservation.ts'
import { RuleBroken } from '#api/domain/rule.ts'
import type { ContactCommand } from '#api/domain/user-contact.ts'
import type { RegisteredUser } from '#api/domain/user-state.ts'
import { load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { emailReservation } from '#api/event-store/streams.ts'
import { invalidField } from '#api/http/problem.ts'
import { type Claim, reserve } from '#api/sagas/reserve.ts'
import type { CommandContext } from '#schemas/event.ts'
import { changeUser } from './own-user.ts'

type Digest = (purpose: string, text: string) => string

/** Releases the former address, unless somebody else holds it by now. */
const releaseFormer = async (ledger: Ledger, claim: Claim, context: CommandContext): Promise<void> => {
  const reservation = await load(ledger, reservationDecider, claim.stream)
  if (reservation.status === 'free' || reservation.holderId !== claim.holderId) return
  await reserve(ledger, claim, 'ReleaseReservation', context, reservation.claimId)
}

/**
 * Carries out a command that gives a user the address that it names (D-89). A new address is claimed first and the former
 * one released last, so that nobody else can take either in between. A sweep settles claims that a crash leaves open.
 * Throws RuleBroken 'email-taken' and what the decider throws.
 */
export const changeAddress = async (
  ledger: Ledger,
  digest: Digest,
  { userId, email: from }: RegisteredUser,
  command: Extract<ContactCommand, { type: 'UpdateContact' | 'VerifyEmail' }>,
  context: CommandContext,
) => {
  if (from === null) throw new RuleBroken('user-not-found')
  const claimOf = (address: string): Claim => ({
    kind: 'email',
    stream: emailReservation(digest, address),
    holderId: userId,
  })
  const former = claimOf(from)
  const wanted = claimOf(command.email)
  const moves = former.stream !== wanted.stream
  if (moves) await reserve(ledger, wanted, 'ClaimReservation', context)
  try {
    const changed = await changeUser(ledger, userId, command, context)
    if (!moves) return changed
    await reserve(ledger, wanted, 'ConfirmReservation', context)
    await releaseFormer(ledger, former, context)
    return changed
  } catch (error) {
    if (moves && error instanceof RuleBroken) await reserve(ledger, wanted, 'ReleaseReservation', context)
    throw error
  }
}

/** Refuses the address of an operator (D-02), unless it is the user's own already. Throws 422 under `email`. */
export const refuseReservedEmail = (operatorEmails: readonly string[], email: string, own: string | null): void => {
  const wanted = email.normalize('NFKC').toLowerCase()
  if (wanted !== own?.normalize('NFKC').toLowerCase() && operatorEmails.includes(wanted)) {
    throw invalidField('email', 'This email address is reserved.')
  }
}
