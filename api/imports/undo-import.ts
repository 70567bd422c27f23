import { clientDecider } from '#api/domain/client.ts'
import { importsDecider } from '#api/domain/imports.ts'
import { RuleBroken } from '#api/domain/rule.ts'
import { siteDecider } from '#api/domain/site.ts'
import { StaleRevision } from '#api/domain/stale.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { clientStream, importsStream, siteStream } from '#api/event-store/streams.ts'
import type { ImportRow, TouchedRow } from '#projections/imports/queries.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { ImportKind } from '#schemas/events/import.ts'
import { ClientId, CommandId, SiteId, type TeamId, TrashId } from '#schemas/ids.ts'
import { idOfRow, stepOf } from './ids.ts'
import { inOrder } from './in-order.ts'
import { type ImportTools, ImportUnavailable, untilCaughtUp } from './tools.ts'

/** Records that are read at once, and steps that are under way at a time. */
const [pageSize, atOnce] = [500, 64]

/** Kept records that are named. */
const mostNamed = 1000

type Kept = Pick<TouchedRow, 'kind' | 'id' | 'name'>
export type Undone = { deleted: number; reverted: number; kept: number; kept_records: Kept[] }

/** Puts a record that the run made into the trash, each by itself, so that each can be restored. */
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

/** Makes a record that the run changed what it was before. */
const revert = (
  ledger: Ledger,
  teamId: TeamId,
  { kind, id, revision }: TouchedRow,
  { name, postcode, externalId, clientId: place }: NonNullable<TouchedRow['before']>,
  context: CommandContext,
) => {
  const seen = { revisions: [revision] }
  if (kind === 'clients') {
    const clientId = ClientId.parse(id)
    const command = { type: 'ImportClient', clientId, teamId, name, externalId } as const
    return handle(ledger, clientDecider, clientStream(clientId), command, context, seen)
  }
  const siteId = SiteId.parse(id)
  const own = { siteId, teamId, clientId: ClientId.parse(place), name, postcode, externalId }
  return handle(ledger, siteDecider, siteStream(siteId), { type: 'ImportSite', ...own }, context, seen)
}

/** What was done with one record; it is kept where somebody was there first, even now. */
const takeBack = async (
  { ledger, imports }: ImportTools,
  teamId: TeamId,
  record: TouchedRow,
  context: CommandContext,
): Promise<'deleted' | 'reverted' | 'kept'> => {
  const { before, worked } = record
  const hasPlace = !before?.clientId || imports.record(teamId, 'clients', before.clientId)
  if (worked || !hasPlace) return 'kept'
  try {
    if (before) await revert(ledger, teamId, record, before, context)
    else await remove(ledger, teamId, record, context)
    return before ? 'reverted' : 'deleted'
  } catch (error) {
    if (error instanceof RuleBroken || error instanceof StaleRevision) return 'kept'
    throw error
  }
}

const touchedBy = function* ({ imports }: ImportTools, run: ImportRow, kind: ImportKind): Generator<TouchedRow> {
  for (let after = ''; ; ) {
    const page = imports.touched(run.id, kind, after, pageSize)
    yield* page
    const last = page.at(-1)
    if (!last) return
    after = last.id
  }
}

/** Sites that are gone, or never came because the run broke off, count no more (D-43). */
const freePlaces = async (
  { imports, places }: ImportTools,
  run: ImportRow,
  teamId: TeamId,
  context: CommandContext,
) => {
  if (run.kind !== 'sites') return
  const free = new Set<string>()
  for (let page = imports.gone(run.id, 'sites', '', pageSize); page.length > 0; ) {
    for (const id of page) free.add(id)
    page = imports.gone(run.id, 'sites', page.at(-1) ?? '', pageSize)
  }
  for (let row = 1; row <= run.rows + 1; row += 1) {
    const id = idOfRow(run.id, row)
    if (!imports.changeOf(run.id, 'sites', id)) free.add(id)
  }
  const siteIds = [...free].map((id) => SiteId.parse(id))
  await places.release(teamId, siteIds, context)
}

/** What an earlier undoing of the run came to. */
const alreadyUndone = (tools: ImportTools, run: ImportRow): Undone | undefined => {
  if (!run.undone) return undefined
  const kept: Kept[] = []
  for (const kind of ['sites', 'clients'] as const) {
    for (const { id, name } of touchedBy(tools, run, kind)) if (kept.length < mostNamed) kept.push({ kind, id, name })
  }
  return { ...run.undone, kept_records: kept }
}

/**
 * Takes back a run: what it made goes into the trash, what it changed becomes what it was, and what somebody has worked
 * on since is kept and named. Undefined where another import of the team is at it. Running it again after a crash goes
 * on with it: all of it is one command.
 */
export const undoRun = async (
  tools: ImportTools,
  teamId: TeamId,
  run: ImportRow,
  ordered: CommandContext,
): Promise<{ undone: Undone; position: string | null } | undefined> => {
  const lock = await tools.locks.take(teamId)
  if (!lock) return undefined
  const via = { kind: 'import', id: run.id } as const
  const context = { ...ordered, via, commandId: stepOf(run.id, 'undo'), causationId: ordered.commandId }
  const since = Date.now()
  const { created, updated } = tools.imports.counts(run.id, run.kind)
  try {
    await untilCaughtUp(tools)
    const now = tools.imports.one(teamId, run.id) ?? run
    const earlier = alreadyUndone(tools, now)
    if (earlier) return { undone: earlier, position: null }
    const undone: Undone = { deleted: 0, reverted: 0, kept: 0, kept_records: [] }
    let done = 0
    for (const kind of ['sites', 'clients'] as const) {
      const step = async (record: TouchedRow) => ({ record, fate: await takeBack(tools, teamId, record, context) })
      for await (const { record, fate } of inOrder(touchedBy(tools, now, kind), atOnce, step)) {
        if (lock.isLost()) throw new ImportUnavailable('Another import has begun. Please try again.')
        undone[fate] += 1
        done += 1
        lock.tell({ run: run.id, done, total: created + updated, since })
        if (fate !== 'kept' || undone.kept_records.length >= mostNamed) continue
        undone.kept_records.push({ kind, id: record.id, name: record.name })
      }
      // Whether a client is of use to anybody is asked after its sites are gone.
      await untilCaughtUp(tools)
    }
    const placesCommand = CommandId.parse(idMadeBy(ordered.commandId, 'import-places'))
    await freePlaces(tools, now, teamId, { ...context, commandId: placesCommand })
    const { deleted, reverted, kept } = undone
    const counts = { kind: run.kind, fileName: run.file_name, deleted, reverted, kept }
    const command = { type: 'UndoImport', importId: run.id, teamId, ...counts } as const
    const { position } = await handle(tools.ledger, importsDecider, importsStream(teamId), command, context)
    return { undone, position }
  } finally {
    await lock.release()
  }
}
