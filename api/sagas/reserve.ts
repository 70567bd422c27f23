import { reservationDecider } from '#api/domain/reservation.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { ReservationKind } from '#schemas/events/team-invitation.ts'
import { CommandId } from '#schemas/ids.ts'

/** Milliseconds after which a sweep settles an open claim. */
const claimLasts = 60_000

/** The value to reserve and its holder; `stream` is the stream of the reservation. */
export type Claim = { kind: ReservationKind; stream: string; holderId: string }

type ReservationStep = 'ClaimReservation' | 'ConfirmReservation' | 'ReleaseReservation'

/**
 * Performs one step of a reservation on behalf of a command (D-89).
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
  // Each step has its own command id, because the claim and its outcome are in one stream.
  const commandId = CommandId.parse(idMadeBy(context.commandId, type))
  const step = { ...context, commandId, causationId: context.commandId }
  return handle(ledger, reservationDecider, stream, { type, kind, holderId, claimId, expiresAt }, step)
}
