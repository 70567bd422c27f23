import { isOpen as isOpenRegistration, registrationDecider } from '#api/domain/registration.ts'
import { reservationDecider } from '#api/domain/reservation.ts'
import { teamDecider } from '#api/domain/team.ts'
import { userDecider } from '#api/domain/user.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { contextOfStep } from '#api/event-store/step-context.ts'
import { emailReservation, registrationStream, teamStream, userStream } from '#api/event-store/streams.ts'
import type { OpenReservation, ReservationQueries } from '#projections/sweeps/open-reservations.ts'
import { TeamId, UserId } from '#schemas/ids.ts'

/** Milliseconds after its expiry in which a slow request may still complete what it made a reservation for. */
const grace = 60_000

export type ReservationTools = {
  ledger: Ledger
  claims: ReservationQueries
  digest: (purpose: string, text: string) => string
}

/** An address belongs to the user who has it now. */
const holdsEmail = async (
  { ledger, digest }: ReservationTools,
  { stream, holderId }: OpenReservation,
): Promise<boolean> => {
  const user = await load(ledger, userDecider, userStream(UserId.parse(holderId)))
  return user.status === 'registered' && user.email !== null && emailReservation(digest, user.email) === stream
}

/** A slug belongs to a team with an owner: registration writes the user last. */
const holdsSlug = async ({ ledger }: ReservationTools, { holderId }: OpenReservation): Promise<boolean> => {
  const team = await load(ledger, teamDecider, teamStream(TeamId.parse(holderId)))
  return team.status !== 'none' && (await load(ledger, userDecider, userStream(team.ownerId))).status !== 'none'
}

const isOpen = async ({ ledger }: ReservationTools, { stream, claimId }: OpenReservation): Promise<boolean> => {
  const reservation = await load(ledger, reservationDecider, stream)
  return reservation.status === 'claimed' && reservation.claimId === claimId
}

const settle = async (tools: ReservationTools, claim: OpenReservation, now: Date): Promise<void> => {
  // The read model may lag behind the log.
  if (!(await isOpen(tools, claim))) return
  // A payment may be under way: whoever carries the registration out confirms or releases its claims.
  if (isOpenRegistration(await load(tools.ledger, registrationDecider, registrationStream(claim.claimId)))) return
  const held = await (claim.kind === 'email' ? holdsEmail(tools, claim) : holdsSlug(tools, claim))
  const type = held ? 'ConfirmReservation' : 'ReleaseReservation'
  const { stream, claimId } = claim
  const cause = { worker: 'claims', teamId: null, about: claimId }
  const context = contextOfStep(cause, `settle/${type}/${stream}`, now)
  await handle(tools.ledger, reservationDecider, stream, { type, claimId }, context)
}

/**
 * Confirms or releases reservations that a crash left open (D-89). Running twice is safe: the command's id derives from
 * the reservation, and a reservation that was settled meanwhile stays as it is.
 */
export const settleReservations = async (tools: ReservationTools, now: Date): Promise<void> => {
  const expired = tools.claims.expiredBefore(new Date(now.getTime() - grace).toISOString())
  for (const claim of expired) await settle(tools, claim, now)
}
