import { categoryTreeDecider } from '#api/domain/category-tree.ts'
import type { ManifestPlan } from '#api/domain/manifest-decisions.ts'
import { RuleBroken } from '#api/domain/rule.ts'
import { load } from '#api/event-store/handle-command.ts'
import { categoryTreeStream } from '#api/event-store/streams.ts'
import { MadeKind } from '#schemas/events/import.ts'
import type { ImportId } from '#schemas/ids.ts'
import { inTreeOrder, maxCategories } from '#schemas/records/category-tree.ts'
import { type FilesLine, type FileVerdict, noFiles } from '#schemas/resources/import-files.ts'
import { today } from '#schemas/time/dates.ts'
import { backpressure } from './backpressure.ts'
import { awaitLists, ImportUnavailable, listsStandStill, untilCaughtUp } from './catching-up.ts'
import { cellReader } from './cell-reader.ts'
import { checkLength, type DecidedFile, decideManifest } from './decide-manifest.ts'
import { type Held, openHeld, untilFreed } from './held.ts'
import { inLists } from './in-order.ts'
import { openPlan } from './keep-plan.ts'
import { makeMissing } from './make-missing.ts'
import { counted, type ManifestAnswer, missingIn } from './manifest-lines.ts'
import { planFor, type SentManifest } from './manifest-plan.ts'
import { rowContext, runFor, startRun, tableOf } from './prepare.ts'
import { openRefusals } from './refusals.ts'
import { stopOf } from './stopping.ts'
import type { FilesTools } from './tools.ts'

/** Rows whose plan is recorded and answered together. */
const rowsTogether = 500

type Prepared = {
  sent: SentManifest
  run: ImportId
  rows: number
  plan: ManifestPlan
  unknownColumns: string[]
  held: Held<DecidedFile>
}

const gone = { errors: { row: ['What it names was deleted in the meantime.'] } }

/** The decision, unless what it needs is gone since this run has made it. */
const unlessGone = (decided: DecidedFile, missing: ReadonlySet<string>): DecidedFile => {
  if (decided.verdict !== 'wanted' || !decided.needs.some((id) => missing.has(id))) return decided
  const { row, path } = decided
  return { row, path, verdict: 'refused', id: null, ...gone, cells: {} }
}

/** Makes what is missing, and records what is awaited; each list of lines is answered once its rows are recorded. */
const planAll = async function* (tools: FilesTools, prepared: Prepared): AsyncGenerator<FilesLine[]> {
  const { ledger, imports } = tools
  const { sent, run, rows, plan, unknownColumns } = prepared
  const { lock, scratch } = prepared.held
  const context = rowContext(sent, run)
  const planning = { id: run, teamId: sent.teamId, context }
  const since = Date.now()
  const summary = { ...noFiles(), run, dry_run: false }
  const progress = () => {
    lock.publish({ run, done: summary.rows, listed: 0, total: rows, since })
    if (lock.isLost()) throw new ImportUnavailable('Another import has begun. Please send the manifest again.')
  }
  progress()
  const stop = stopOf(imports, run)
  const awaitReadModels = backpressure(tools.everywhere)
  const day = today(new Date(), tools.timeZone)
  const missing = await makeMissing(ledger, planning, plan.missing.all(), day, stop.until, (made) => {
    progress()
    return awaitReadModels(made)
  })
  const refusals = await openRefusals(tools, planning, { ...sent, own: [] })
  const kept = await openPlan(tools, planning)
  for (const list of stop.until(inLists(scratch.rows(), rowsTogether))) {
    const lines: FileVerdict[] = []
    for (const each of list) {
      const decided = unlessGone(each, missing)
      lines.push(counted(summary, decided))
      if (decided.verdict === 'wanted') await kept.want(decided.file)
      else await kept.drop(decided.row)
      const { row, cells = {} } = decided
      if (decided.verdict === 'refused') refusals.add({ row, external_id: null, errors: decided.errors, cells })
    }
    await kept.flush()
    progress()
    yield lines
  }
  await refusals.keep()
  if (stop.isMet()) {
    await awaitLists(tools, null)
    yield [{ error: { message: 'The import was stopped.' } }]
    return
  }
  summary.position = await kept.end(summary.refused, unknownColumns)
  if (!(await awaitLists(tools, summary.position))) throw listsStandStill()
  for (const kind of MadeKind.options) summary.created[kind] = imports.counts(run, kind).created
  yield [{ missing: missingIn(plan) }, { summary }]
}

/** Throws RuleBroken 'too-many-categories' where the team may not have as many as are to be made. */
const requireCategories = async ({ ledger }: FilesTools, { teamId }: SentManifest, { missing }: ManifestPlan) => {
  const needed = missing.needed('categories')
  if (needed === 0) return
  const { roots } = await load(ledger, categoryTreeDecider, categoryTreeStream(teamId))
  if (inTreeOrder(roots).length + needed > maxCategories) throw new RuleBroken('too-many-categories')
}

/**
 * Decides a whole manifest, checks what is to be made against the team's limits before anything is written, and begins or
 * resumes its run. Returns undefined if another import of the team is running. Throws BrokenTable, ImportUnavailable, and
 * RuleBroken 'manifest-too-long', 'site-limit', 'too-many-categories' and 'import-undone'.
 */
export const planImport = async (tools: FilesTools, sent: SentManifest): Promise<ManifestAnswer | undefined> => {
  const table = await tableOf(sent)
  await checkLength(table)
  const held = await openHeld<DecidedFile>(tools, sent.teamId)
  if (!held) return undefined
  try {
    const { run, resumed } = await runFor(tools, sent, table.hash)
    await untilCaughtUp(tools)
    const plan = await planFor(tools, sent, run, resumed)
    const reader = cellReader({ ...sent, own: [] })
    let rows = 0
    for await (const each of decideManifest(table.rows(), plan, reader)) {
      held.scratch.add(each)
      rows += 1
    }
    await requireCategories(tools, sent, plan)
    const made = () => tools.imports.counts(run, 'sites').created
    const madeBefore = made()
    const toMake = plan.missing.needed('sites')
    held.release = tools.quota.reserve(sent.teamId, () => toMake + madeBefore - made(), sent.context)
    await startRun(tools, sent, run, { hash: table.hash, rows, resumed })
    const headers = { 'x-import-run': run, 'x-import-rows': String(rows), 'x-import-resumed': String(resumed) }
    const unknownColumns = [...reader.unknown]
    return { headers, lines: untilFreed(planAll(tools, { sent, run, rows, plan, unknownColumns, held }), held) }
  } catch (error) {
    await held.free()
    throw error
  }
}
