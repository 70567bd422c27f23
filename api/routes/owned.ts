import type { Decider } from '#api/domain/decider.ts'
import { load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { invalidField, notFound, unavailable } from '#api/http/problem.ts'
import type { LedgerEvent } from '#schemas/events/registry.ts'
import type { TeamId } from '#schemas/ids.ts'

/** What a query found, or 404. */
export const orNotFound = <Row>(row: Row | undefined): Row => {
  if (row === undefined) throw notFound()
  return row
}

/** The row of something that the log is known to hold; where the read models are behind, 503 before anything is written. */
export const orBehind = <Row>(row: Row | undefined): Row => {
  if (row === undefined) throw unavailable('The service is catching up. Please try again.')
  return row
}

type Owned = { teamId: TeamId }

/**
 * The state of something that a request refers to, from the log and not from a read model.
 * Throws 422 under `field` where the team has no such thing.
 */
export const loadOwned = async <State extends { status: string }, Command, Event extends LedgerEvent>(
  ledger: Ledger,
  decider: Decider<State, Command, Event>,
  stream: string,
  teamId: TeamId,
  field: string,
): Promise<Extract<State, Owned>> => {
  const state = await load(ledger, decider, stream)
  if ('teamId' in state && state.teamId === teamId) return state as Extract<State, Owned>
  throw invalidField(field, `The selected ${field.replace(/_id$/, '')} is invalid.`)
}
