import { reservationDecider } from '#api/domain/reservation.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { ReservationKind } from '#schemas/events/reservation.ts'
import { CommandId } from '#schemas/ids.ts'

/** How long a claim holds before a sweeper looks what became of it, in milliseconds. */
const claimLasts = 60_000

/** What is to be held, by whom; `stream` is that of the reservation. */
export type Claim = { kind: ReservationKind; stream: string; holderId: string }

export type ReservationStep = 'ClaimReservation' | 'ConfirmReservation' | 'ReleaseReservation'

/**
 * One step of a reservation, in the name of the command that needs it (D-89).
 * Throws RuleBroken 'email-taken', 'slug-taken' or 'claim-lost'.
 */
export const reserve = (
  ledger: Ledger,
  { kind, stream, holderId }: Claim,
  type: ReservationStep,
  context: CommandContext,
  claimId = context.commandId,
) => {
  const expiresAt = new Date(Date.parse(context.at) + claimLasts).toISOString()
  // Each step is a command of its own: one stream holds the claim and what became of it.
  const commandId = CommandId.parse(idMadeBy(context.commandId, type))
  const step = { ...context, commandId, causationId: context.commandId }
  return handle(ledger, reservationDecider, stream, { type, kind, holderId, claimId, expiresAt }, step)
}
