import { clientDecider } from '#api/domain/client.ts'
import type { ClientRef, Order } from '#api/domain/import-decisions.ts'
import { RuleBroken } from '#api/domain/rule.ts'
import { siteDecider } from '#api/domain/site.ts'
import { handle, handleNew } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { clientStream, siteStream } from '#api/event-store/streams.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { RecordKind } from '#schemas/events/import.ts'
import { ClientId, type ImportId, SiteId, type TeamId } from '#schemas/ids.ts'
import type { Decided } from './scratch.ts'

/** The run whose rows are applied; `context` is that of its only command. */
export type Run = {
  id: ImportId
  kind: RecordKind
  teamId: TeamId
  context: CommandContext
  idOfMissingClient: (key: string) => ClientId
}

const importClient = (ledger: Ledger, { teamId, context }: Run, id: string, order: Order, isNew: boolean) => {
  const clientId = ClientId.parse(id)
  const { name, external_id, fields } = order
  const command = { type: 'ImportClient', clientId, teamId, name, fields, external_id } as const
  return (isNew ? handleNew : handle)(ledger, clientDecider, clientStream(clientId), command, context)
}

const idOf = (run: Run, ref: ClientRef): ClientId => ('id' in ref ? ref.id : run.idOfMissingClient(ref.key))

const importSite = async (
  ledger: Ledger,
  run: Run,
  id: string,
  order: Order,
  isNew: boolean,
  before: string | null,
) => {
  const siteId = SiteId.parse(id)
  const { name, postcode = before, external_id, client, fields } = order
  if (!client) throw new Error('Every site has a client')
  const { teamId, context } = run
  const own = { siteId, teamId, clientId: idOf(run, client), name, postcode, fields, external_id }
  const command = { type: 'ImportSite', ...own } as const
  return (isNew ? handleNew : handle)(ledger, siteDecider, siteStream(siteId), command, context)
}

/** Creates a client that sites name and the team does not have. */
export const addMissingClient = (ledger: Ledger, run: Run, { key, name }: { key: string; name: string }) =>
  importClient(ledger, run, run.idOfMissingClient(key), { name, fields: {} }, true)

const deletedSince = { row: ['It was deleted in the meantime.'] }

/** The outcome of a row, and the position of its last event; null if it has none. */
export type Applied = { decided: Decided; position: string | null }

/**
 * Applies the decision about a row; applying it again changes nothing. A row whose record somebody has deleted since
 * the decision is refused. `postcodeOf` returns the current postcode of a site whose row does not give one.
 */
export const applyRow = async (
  ledger: Ledger,
  run: Run,
  decided: Decided,
  postcodeOf: (id: string) => string | null,
): Promise<Applied> => {
  const { id, order, verdict } = decided
  if (!order || id === null) return { decided, position: null }
  const isNew = verdict === 'created'
  try {
    const { position } =
      run.kind === 'clients'
        ? await importClient(ledger, run, id, order, isNew)
        : await importSite(ledger, run, id, order, isNew, isNew ? null : postcodeOf(id))
    return { decided, position }
  } catch (error) {
    if (!(error instanceof RuleBroken)) throw error
    return { decided: { ...decided, verdict: 'refused', id: null, errors: deletedSince, cells: {} }, position: null }
  }
}
