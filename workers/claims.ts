import { reservationDecider } from '#api/domain/reservation.ts'
import { teamDecider } from '#api/domain/team.ts'
import { userDecider } from '#api/domain/user.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { emailReservation, teamStream, userStream } from '#api/event-store/streams.ts'
import type { ClaimQueries, OpenClaim } from '#projections/open-claims.ts'
import { TeamId, UserId } from '#schemas/ids.ts'
import { contextOfStep } from './command-context.ts'

/** Milliseconds after its expiry in which a slow request may still finish what it claimed for. */
const grace = 60_000

export type ClaimTools = { ledger: Ledger; claims: ClaimQueries; digest: (purpose: string, text: string) => string }

/** An address is held by the user who has it now. */
const holdsEmail = async ({ ledger, digest }: ClaimTools, { stream, holderId }: OpenClaim): Promise<boolean> => {
  const user = await load(ledger, userDecider, userStream(UserId.parse(holderId)))
  return user.status === 'registered' && user.email !== null && emailReservation(digest, user.email) === stream
}

/** A slug is held by a team whose owner came: at registration the user is written last. */
const holdsSlug = async ({ ledger }: ClaimTools, { holderId }: OpenClaim): Promise<boolean> => {
  const team = await load(ledger, teamDecider, teamStream(TeamId.parse(holderId)))
  return team.status !== 'none' && (await load(ledger, userDecider, userStream(team.ownerId))).status !== 'none'
}

const isOpen = async ({ ledger }: ClaimTools, { stream, claimId }: OpenClaim): Promise<boolean> => {
  const reservation = await load(ledger, reservationDecider, stream)
  return reservation.status === 'claimed' && reservation.claimId === claimId
}

const settle = async (tools: ClaimTools, claim: OpenClaim, now: Date): Promise<void> => {
  // The list may lag behind the log.
  if (!(await isOpen(tools, claim))) return
  const held = await (claim.kind === 'email' ? holdsEmail(tools, claim) : holdsSlug(tools, claim))
  const type = held ? 'ConfirmReservation' : 'ReleaseReservation'
  const { stream, claimId } = claim
  const cause = { worker: 'claims', teamId: null, about: claimId }
  const context = contextOfStep(cause, `settle/${type}/${stream}`, now)
  await handle(tools.ledger, reservationDecider, stream, { type, claimId }, context)
}

/**
 * Confirms or releases claims that a crash left open (D-89). Running twice is safe: the command's id follows from the
 * claim, and a claim that was settled in the meantime stays as it is.
 */
export const settleClaims = async (tools: ClaimTools, now: Date): Promise<void> => {
  const expired = tools.claims.expiredBefore(new Date(now.getTime() - grace).toISOString())
  for (const claim of expired) await settle(tools, claim, now)
}
