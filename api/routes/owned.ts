import type { Decider } from '#api/domain/decider.ts'
import { load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { invalidField, notFound, unavailable } from '#api/http/problem.ts'
import type { LedgerEvent } from '#schemas/events/registry.ts'
import type { ClientId, SiteId, TeamId } from '#schemas/ids.ts'
import { isWithin, type Scope } from '#schemas/scope.ts'

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

/** What a request refers to, or 422 under `field`. */
export const orInvalid = <Row>(field: string, row: Row | undefined): Row => {
  if (row === undefined) throw invalidField(field, `The selected ${field.replace(/_id$/, '')} is invalid.`)
  return row
}

type Owned = { teamId: TeamId; clientId?: ClientId; siteId?: SiteId }

/** What is in the trash still knows whose it is. */
const isOwned = (state: { status: string }): state is Owned & { status: string } =>
  'teamId' in state && state.status !== 'deleted'

/**
 * The state of something that a request refers to, from the log and not from a read model.
 * Throws 422 under `field` where the caller's scope holds no such thing (D-57).
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
