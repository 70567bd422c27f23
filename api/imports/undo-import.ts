import { importsDecider } from '#api/domain/imports.ts'
import { handle } from '#api/event-store/handle-command.ts'
import { importsStream } from '#api/event-store/streams.ts'
import type { ImportRow } from '#projections/imports/queries.ts'
import type { CommandContext } from '#schemas/event.ts'
import { MadeKind } from '#schemas/events/import.ts'
import type { TeamId } from '#schemas/ids.ts'
import { backpressure } from './backpressure.ts'
import { awaitLists, ImportUnavailable, listsStandStill, untilCaughtUp } from './catching-up.ts'
import { stepOf } from './ids.ts'
import { inOrder } from './in-order.ts'
import { openListedRows } from './listed-rows.ts'
import type { FilesTools, ImportTools } from './tools.ts'
import { closeRun, filePasses, remaining } from './undo-files.ts'
import type { UndoneKind } from './undo-pass.ts'
import { recordPasses, touchedBy } from './undo-records.ts'

/** How many steps run at a time. */
const atOnce = 64

/** How many kept records are named. */
const maxNamed = 1000

type KeptRecord = { kind: UndoneKind; id: string; name: string }
type Undone = { deleted: number; reverted: number; kept: number; kept_records: KeptRecord[] }

/** The result of an earlier undo of the run. */
const alreadyUndone = (tools: FilesTools, teamId: TeamId, run: ImportRow): Undone | undefined => {
  if (!run.undone) return undefined
  const kept: KeptRecord[] = []
  for (const kind of ['sites', 'clients'] as const) {
    for (const { id, name } of touchedBy(tools, run, kind)) if (kept.length < maxNamed) kept.push({ kind, id, name })
  }
  for (const each of run.kind === 'files' ? remaining(tools, teamId, run) : []) {
    if (kept.length < maxNamed) kept.push(each)
  }
  return { ...run.undone, kept_records: kept }
}

/** How many records an undo looks at. */
const totalOf = ({ imports }: ImportTools, { id, kind }: ImportRow): number => {
  const made = MadeKind.options.reduce((sum, each) => sum + imports.counts(id, each).created, 0)
  return kind === 'files' ? made + imports.planCounts(id).came : made + imports.counts(id, kind).updated
}

/**
 * Undoes a run: records that it created go to the trash, records that it updated are reverted, and records that
 * somebody has worked on since are kept and named. Returns undefined if another import of the team is running. Calling
 * it again after a crash resumes it: the whole undo is one command.
 */
export const undoRun = async (
  tools: FilesTools,
  teamId: TeamId,
  run: ImportRow,
  ordered: CommandContext,
): Promise<{ undone: Undone; position: string | null } | undefined> => {
  const lock = await tools.locks.acquire(teamId)
  if (!lock) return undefined
  const via = { kind: 'import', id: run.id } as const
  const context = { ...ordered, via, commandId: stepOf(run.id, 'undo'), causationId: ordered.commandId }
  const since = Date.now()
  try {
    // First, so that the read models then hold every file that came before.
    if (run.kind === 'files') await closeRun(tools, teamId, run, context)
    await untilCaughtUp(tools)
    const now = tools.imports.one(teamId, run.id) ?? run
    const earlier = alreadyUndone(tools, teamId, now)
    if (earlier) return { undone: earlier, position: null }
    const undone: Undone = { deleted: 0, reverted: 0, kept: 0, kept_records: [] }
    const listed = openListedRows(tools.position)
    let done = 0
    const total = totalOf(tools, now)
    const progress = () => lock.publish({ run: run.id, done, listed: listed.count(), total, since, undoing: true })
    const requireLock = () => {
      if (lock.isLost()) throw new ImportUnavailable('Another import has begun. Please try again.')
    }
    const waiting = () => {
      requireLock()
      progress()
    }
    const awaitReadModels = backpressure(tools.everywhere)
    const passes = run.kind === 'files' ? filePasses : recordPasses
    for (const { kind, steps } of passes(tools, teamId, now, context)) {
      for await (const { id, name, outcome, position } of inOrder(steps(), atOnce, (step) => step())) {
        requireLock()
        if (outcome !== 'gone') undone[outcome] += 1
        done += 1
        listed.done(done, [position])
        await awaitReadModels(1)
        progress()
        if (outcome !== 'kept' || undone.kept_records.length >= maxNamed) continue
        undone.kept_records.push({ kind, id, name })
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
