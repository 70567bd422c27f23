import type { ImportProgress } from '#api/adapters/locks.ts'
import { isOpen } from '#api/imports/stopping.ts'
import type { ImportQueries, ImportRow } from '#projections/imports/queries.ts'
import type { UserId } from '#schemas/ids.ts'
import type { ImportRun } from '#schemas/resources/imports.ts'

/** Milliseconds after which an import of files that sends none counts as interrupted. */
const patience = 10 * 60 * 1000

const rateOf = (done: number, milliseconds: number): number => Math.round(done / Math.max(milliseconds / 1000, 0.001))

/** The progress of a run that holds the team's lock. */
const ofLock = ({ done, listed, total, since, undoing }: ImportProgress): ImportRun['progress'] => ({
  done,
  listed,
  total,
  rows_per_second: rateOf(done, Date.now() - since),
  undoing: undoing ?? false,
})

export const importPresenter = (imports: ImportQueries) => {
  /** The progress of a run whose files come, each by a request of its own. */
  const ofFiles = (run: ImportRow): ImportRun['progress'] => {
    const { id } = run
    const plan = run.kind === 'files' && isOpen(run) ? imports.planOf(id) : undefined
    if (!plan?.last_at || !plan.planned_at || Date.now() - Date.parse(plan.last_at) > patience) return null
    const { files, done, bytes, doneBytes } = imports.planCounts(id)
    const spent = Date.parse(plan.last_at) - Date.parse(plan.planned_at)
    return {
      done,
      listed: done,
      total: files,
      rows_per_second: rateOf(done - (plan.done_before ?? 0), spent),
      undoing: false,
      bytes: { done: doneBytes, total: bytes },
    }
  }

  /** Records of a run that has not ended; its files are counted by its plan. */
  const madeSoFar = ({ id, kind }: ImportRow) =>
    kind === 'files' ? { created: imports.planCounts(id).came, updated: 0 } : imports.counts(id, kind)

  /** Presents a run; `names` maps who started it to a name, null for an erased person. */
  return (row: ImportRow, going: ImportProgress | undefined, names: ReadonlyMap<UserId, string | null>): ImportRun => {
    const { report, undone, started_by, ...run } = row
    const progress = going?.run === run.id ? ofLock(going) : ofFiles(row)
    const rows = report ?? madeSoFar(row)
    const clients = report?.clientsCreated ?? imports.clientsFor(row.id, row.kind)
    const open = row.stopped_at ? 'stopped' : 'interrupted'
    const ended = row.undone_at ? 'undone' : row.finished_at ? 'finished' : open
    return {
      ...run,
      status: progress ? 'running' : ended,
      undone,
      started_by: (started_by && names.get(started_by)) ?? null,
      progress,
      created: rows.created,
      updated: rows.updated,
      unchanged: report?.unchanged ?? null,
      refused: report?.refused ?? null,
      clients_created: clients,
      made: { clients, ...imports.madeFor(run.id, run.kind) },
      unknown_columns: report?.unknownColumns ?? [],
    }
  }
}
