import { clientDecider } from '#api/domain/client.ts'
import { importsDecider } from '#api/domain/imports.ts'
import { RuleBroken, StaleRevision } from '#api/domain/rule.ts'
import { siteDecider } from '#api/domain/site.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { clientStream, importsStream, siteStream } from '#api/event-store/streams.ts'
import type { ImportRow, TouchedRow } from '#projections/imports/queries.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { RecordKind } from '#schemas/events/import.ts'
import { ClientId, SiteId, type TeamId, TrashId } from '#schemas/ids.ts'
import { backpressure } from './backpressure.ts'
import { awaitLists, ImportUnavailable, listsStandStill, untilCaughtUp } from './catching-up.ts'
import { stepOf } from './ids.ts'
import { inOrder } from './in-order.ts'
import { openListedRows } from './listed-rows.ts'
import type { ImportTools } from './tools.ts'

/** Records that are read at once, and how many steps run at a time. */
const pageSize = 500
const atOnce = 64

/** How many kept records are named. */
const maxNamed = 1000

type KeptRecord = Pick<TouchedRow, 'kind' | 'id' | 'name'>
type Undone = { deleted: number; reverted: number; kept: number; kept_records: KeptRecord[] }

/** Moves a record that the run created into the trash, as its own entry, so that each can be restored. */
const remove = (ledger: Ledger, teamId: TeamId, { kind, id, revision }: TouchedRow, context: CommandContext) => {
  const trashId = TrashId.parse(idMadeBy(context.commandId, `trash/${id}`))
  const seen = { revisions: [revision] }
  if (kind === 'clients') {
    const clientId = ClientId.parse(id)
    const command = { type: 'DeleteClient', clientId, teamId, trashId } as const
    return handle(ledger, clientDecider, clientStream(clientId), command, context, seen)
  }
  const siteId = SiteId.parse(id)
  const command = { type: 'DeleteSite', siteId, teamId, trashId } as const
  return handle(ledger, siteDecider, siteStream(siteId), command, context, seen)
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

/** The outcome of a record, and the position of its last event; null if it was kept. */
type Outcome = { outcome: 'deleted' | 'reverted' | 'kept'; position: string | null }

const kept: Outcome = { outcome: 'kept', position: null }

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
  try {
    const { position } = before
      ? await revert(ledger, teamId, record, before, context)
      : await remove(ledger, teamId, record, context)
    return { outcome: before ? 'reverted' : 'deleted', position }
  } catch (error) {
    if (error instanceof RuleBroken || error instanceof StaleRevision) return kept
    throw error
  }
}

const touchedBy = function* ({ imports }: ImportTools, run: ImportRow, kind: RecordKind): Generator<TouchedRow> {
  for (let after = ''; ; ) {
    const page = imports.touched(run.id, kind, after, pageSize)
    yield* page
    const last = page.at(-1)
    if (!last) return
    after = last.id
  }
}

/** The result of an earlier undo of the run. */
const alreadyUndone = (tools: ImportTools, run: ImportRow): Undone | undefined => {
  if (!run.undone) return undefined
  const kept: KeptRecord[] = []
  for (const kind of ['sites', 'clients'] as const) {
    for (const { id, name } of touchedBy(tools, run, kind)) if (kept.length < maxNamed) kept.push({ kind, id, name })
  }
  return { ...run.undone, kept_records: kept }
}

/**
 * Undoes a run: records that it created go to the trash, records that it updated are reverted, and records that
 * somebody has worked on since are kept and named. Returns undefined if another import of the team is running. Calling
 * it again after a crash resumes it: the whole undo is one command.
 */
export const undoRun = async (
  tools: ImportTools,
  teamId: TeamId,
  run: ImportRow,
  ordered: CommandContext,
): Promise<{ undone: Undone; position: string | null } | undefined> => {
  const lock = await tools.locks.acquire(teamId)
  if (!lock) return undefined
  const via = { kind: 'import', id: run.id } as const
  const context = { ...ordered, via, commandId: stepOf(run.id, 'undo'), causationId: ordered.commandId }
  const since = Date.now()
  const { created, updated } = tools.imports.counts(run.id, run.kind)
  const clients = tools.imports.clientsFor(run.id, run.kind)
  try {
    await untilCaughtUp(tools)
    const now = tools.imports.one(teamId, run.id) ?? run
    const earlier = alreadyUndone(tools, now)
    if (earlier) return { undone: earlier, position: null }
    const undone: Undone = { deleted: 0, reverted: 0, kept: 0, kept_records: [] }
    const listed = openListedRows(tools.position)
    let done = 0
    const total = created + updated + clients
    const progress = () => lock.publish({ run: run.id, done, listed: listed.count(), total, since, undoing: true })
    const requireLock = () => {
      if (lock.isLost()) throw new ImportUnavailable('Another import has begun. Please try again.')
    }
    const waiting = () => {
      requireLock()
      progress()
    }
    const awaitReadModels = backpressure(tools.everywhere)
    for (const kind of ['sites', 'clients'] as const) {
      const step = async (record: TouchedRow) => ({ record, ...(await undoRecord(tools, teamId, record, context)) })
      for await (const { record, outcome, position } of inOrder(touchedBy(tools, now, kind), atOnce, step)) {
        requireLock()
        undone[outcome] += 1
        done += 1
        listed.done(done, [position])
        await awaitReadModels(1)
        progress()
        if (outcome !== 'kept' || undone.kept_records.length >= maxNamed) continue
        undone.kept_records.push({ kind, id: record.id, name: record.name })
      }
      // Clients come last: whether a client is still in use is known once its sites are gone.
      if (!(await awaitLists(tools, null, { waiting }))) throw listsStandStill()
      progress()
    }
    const { deleted, reverted, kept } = undone
    const counts = { kind: run.kind, fileName: run.file_name, deleted, reverted, kept }
    const command = { type: 'UndoImport', importId: run.id, teamId, ...counts } as const
    const { position } = await handle(tools.ledger, importsDecider, importsStream(teamId), command, context)
    await awaitLists(tools, position, { waiting: progress })
    return { undone, position }
  } finally {
    await lock.release()
  }
}
