import { clientDecider } from '#api/domain/client.ts'
import { siteDecider } from '#api/domain/site.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { clientStream, siteStream } from '#api/event-store/streams.ts'
import { recordInTrash } from '#api/sagas/record-in-trash.ts'
import type { ImportRow, TouchedRow } from '#projections/imports/queries.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { RecordKind } from '#schemas/events/import.ts'
import { ClientId, SiteId, type TeamId, TrashId } from '#schemas/ids.ts'
import type { ImportTools } from './tools.ts'
import { kept, type Outcome, type UndoPass, unlessWorked } from './undo-pass.ts'

/** Records that are read at once. */
const pageSize = 500

/** Moves a record that the run created into the trash, as its own entry, so that each can be restored. */
const remove = (ledger: Ledger, teamId: TeamId, { kind, id, revision }: TouchedRow, context: CommandContext) => {
  const trashId = TrashId.parse(idMadeBy(context.commandId, `trash/${id}`))
  const { decider, stream, command } = recordInTrash(kind, id, 'Delete', { teamId, trashId })
  return handle(ledger, decider, stream, command, context, { revisions: [revision] })
}

/** Restores a record that the run updated to what it was before. */
const revert = (
  ledger: Ledger,
  teamId: TeamId,
  { kind, id, revision, fields: now }: TouchedRow,
  { name, postcode, external_id, clientId: clientBefore, fields: before }: NonNullable<TouchedRow['before']>,
  context: CommandContext,
) => {
  const seen = { revisions: [revision] }
  const fields = { ...Object.fromEntries(Object.keys(now).map((field) => [field, null])), ...before }
  if (kind === 'clients') {
    const clientId = ClientId.parse(id)
    const command = { type: 'ImportClient', clientId, teamId, name, fields, external_id } as const
    return handle(ledger, clientDecider, clientStream(clientId), command, context, seen)
  }
  const siteId = SiteId.parse(id)
  const own = { siteId, teamId, clientId: ClientId.parse(clientBefore), name, postcode, fields, external_id }
  return handle(ledger, siteDecider, siteStream(siteId), { type: 'ImportSite', ...own }, context, seen)
}

/**
 * Undoes one record. It is kept if its former client is gone, or if somebody has changed it since, even during this
 * call.
 */
const undoRecord = async (
  { ledger, imports }: ImportTools,
  teamId: TeamId,
  record: TouchedRow,
  context: CommandContext,
): Promise<Outcome> => {
  const { before, worked } = record
  const hasClient = !before?.clientId || imports.record(teamId, 'clients', before.clientId)
  if (worked || !hasClient) return kept
  return before
    ? unlessWorked('reverted', () => revert(ledger, teamId, record, before, context))
    : unlessWorked('deleted', () => remove(ledger, teamId, record, context))
}

export const touchedBy = function* ({ imports }: ImportTools, run: ImportRow, kind: RecordKind): Generator<TouchedRow> {
  for (let after = ''; ; ) {
    const page = imports.touched(run.id, kind, after, pageSize)
    yield* page
    const last = page.at(-1)
    if (!last) return
    after = last.id
  }
}

/** Undoes the records of a table: sites, then clients, which are in use until their sites are gone. */
export const recordPasses = (tools: ImportTools, teamId: TeamId, run: ImportRow, context: CommandContext): UndoPass[] =>
  (['sites', 'clients'] as const).map((kind) => ({
    kind,
    steps: function* () {
      for (const record of touchedBy(tools, run, kind)) {
        yield async () => ({ ...(await undoRecord(tools, teamId, record, context)), id: record.id, name: record.name })
      }
    },
  }))
