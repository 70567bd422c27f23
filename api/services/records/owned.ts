import type { Decider } from '#api/domain/decider.ts'
import { load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { invalidField, notFound, unavailable } from '#api/http/problem.ts'
import type { LedgerEvent } from '#schemas/events/registry.ts'
import type { ClientId, SiteId, TeamId } from '#schemas/ids.ts'
import { isWithin, type Scope } from '#schemas/rights/scope.ts'

/** Returns the row that a query found, or throws 404. */
export const orNotFound = <Row>(row: Row | undefined): Row => {
  if (row === undefined) throw notFound()
  return row
}

/** Returns the row of a record that the log holds. Throws 503, before any write, if the read models are behind. */
export const orBehind = <Row>(row: Row | undefined): Row => {
  if (row === undefined) throw unavailable('The service is catching up. Please try again.')
  return row
}

/**
 * The row of a record that a command has added. If it was changed since, or the read models are behind, the answer is
 * what the command wrote (D-05), so that a retry gets the first answer again.
 */
export const asAdded = <Row extends { revision: string }>(row: Row | undefined, written: Row): Row =>
  row?.revision === written.revision ? row : written

/** Returns the row that a request refers to, or throws 422 under `field`. */
export const orInvalid = <Row>(field: string, row: Row | undefined): Row => {
  if (row === undefined) throw invalidField(field, `The selected ${field.replace(/_id$/, '')} is invalid.`)
  return row
}

type Owned = { teamId: TeamId; clientId?: ClientId; siteId?: SiteId }

/** A record in the trash still has its team, but does not count as owned. */
const isOwned = (state: { status: string }): state is Owned & { status: string } =>
  'teamId' in state && state.status !== 'deleted'

/**
 * Loads the record that a request refers to, from the log rather than a read model.
 * Throws 422 under `field` if the record is not in the caller's scope (D-57).
 */
export const loadOwned = async <State extends { status: string }, Command, Event extends LedgerEvent>(
  ledger: Ledger,
  decider: Decider<State, Command, Event>,
  stream: string,
  scope: Scope,
  field: string,
): Promise<Extract<State, Owned>> => {
  const state = await load(ledger, decider, stream)
  const found = isOwned(state) && isWithin(scope, state) ? (state as Extract<State, Owned>) : undefined
  return orInvalid(field, found)
}
