import type { MissingClient } from '#api/domain/import-decisions.ts'
import { importsDecider } from '#api/domain/imports.ts'
import { handle } from '#api/event-store/handle-command.ts'
import { importsStream } from '#api/event-store/streams.ts'
import type { ImportLine, ImportSummary, ImportVerdict } from '#schemas/resources/imports.ts'
import { addMissingClient, applyRow, type Run } from './apply-row.ts'
import { backpressure } from './backpressure.ts'
import { awaitLists, catchingUp, ImportUnavailable, listsStandStill } from './catching-up.ts'
import { untilFreed } from './held.ts'
import { idsOfMissingClients, stepOf } from './ids.ts'
import { inLists, inOrder, together } from './in-order.ts'
import { openListedRows } from './listed-rows.ts'
import { type DryRun, ownOf, type Prepared, rowContext } from './prepare.ts'
import { openRefusals } from './refusals.ts'
import type { Decided } from './scratch.ts'
import { stopOf, stoppedWords } from './stopping.ts'
import type { ImportTools } from './tools.ts'

/**
 * Rows that are applied and reported together, and how many such lists run at once: enough for the event store to
 * commit many events together, and few enough that another's command is not behind hundreds of them.
 */
const rowsTogether = 16
const listsAtOnce = 4

const verdictOf = ({ row, external_id, verdict, id, errors, cells }: Decided): ImportVerdict => ({
  row,
  external_id,
  verdict,
  id,
  ...(errors ? { errors, cells: { ...cells } } : {}),
})

const summing = ({ totals, run, sent }: Prepared | DryRun): ImportSummary => ({
  run,
  dry_run: run === null,
  rows: totals.rows,
  created: 0,
  updated: 0,
  unchanged: 0,
  refused: 0,
  clients_created: sent.createClients ? totals.missingClients : 0,
  unknown_columns: totals.unknownColumns,
  position: null,
})

/** Reports a dry run: each row, then, if they are asked for, each client that sites name and the team does not have. */
export const dryRunLines = async function* (prepared: DryRun): AsyncGenerator<ImportLine[]> {
  const summary = summing(prepared)
  try {
    for (const rows of inLists(prepared.scratch.rows(), rowsTogether)) {
      for (const { verdict } of rows) summary[verdict] += 1
      yield rows.map(verdictOf)
    }
    const missing = prepared.sent.missingClients ? prepared.scratch.missing() : []
    for (const clients of inLists(missing, rowsTogether)) {
      yield clients.map(({ name, rows }) => ({ missing_client: { name, rows } }))
    }
    yield [{ summary }]
  } finally {
    prepared.scratch.close()
  }
}

const finish = async (tools: ImportTools, run: Run, summary: ImportSummary): Promise<string | null> => {
  const { teamId, context, id: importId } = run
  const { created, updated, unchanged, refused } = summary
  const told = { clientsCreated: summary.clients_created, unknownColumns: summary.unknown_columns }
  const command = { type: 'FinishImport', importId, teamId, created, updated, unchanged, refused, ...told } as const
  // The rows before it are of the time at which the run began.
  const ending = { ...context, at: new Date().toISOString(), commandId: stepOf(importId, 'finish') }
  const { position } = await handle(tools.ledger, importsDecider, importsStream(teamId), command, ending)
  return position
}

/**
 * Waits until lists show the run and its end, however long that takes, with a line after each check in vain. Throws
 * ImportUnavailable if they stand still.
 */
const untilListed = async function* (tools: ImportTools, position: string | null, lines: () => ImportLine[]) {
  const checks = catchingUp(tools, position ?? (await tools.end()))
  let check = await checks.next()
  for (; !check.done; check = await checks.next()) yield lines()
  if (!check.value) throw listsStandStill()
}

const applyAll = async function* (tools: ImportTools, prepared: Prepared): AsyncGenerator<ImportLine[]> {
  const { ledger, imports } = tools
  const { sent, totals } = prepared
  const { scratch, lock } = prepared.held
  const { kind, teamId } = sent
  const context = rowContext(sent, prepared.run)
  const run: Run = { id: prepared.run, kind, teamId, context, idOfMissingClient: idsOfMissingClients(prepared.run) }
  const summary = summing(prepared)
  // The clients that the run created before it was interrupted are no longer missing.
  summary.clients_created += imports.clientsFor(run.id, kind)
  const refusals = await openRefusals(tools, run, { ...sent, own: ownOf(sent) })
  for (const refused of scratch.refused()) refusals.add(refused)
  await refusals.keep()
  const stop = stopOf(imports, run.id)
  const since = Date.now()
  const listed = openListedRows(tools.position)
  let done = 0
  const progress = () => {
    lock.publish({ run: run.id, done, listed: listed.count(), total: totals.rows, since })
    if (lock.isLost()) throw new ImportUnavailable('Another import has begun. Please send the file again.')
  }
  progress()
  const addClients = (clients: MissingClient[]) => together(clients, (client) => addMissingClient(ledger, run, client))
  const awaitReadModels = backpressure(tools.everywhere)
  const missing = stop.until(inLists(scratch.missing(), rowsTogether))
  for await (const clients of inOrder(missing, listsAtOnce, addClients)) {
    progress()
    await awaitReadModels(clients.length)
  }
  const postcodeOf = (id: string) => imports.record(teamId, 'sites', id)?.postcode ?? null
  const applyList = (rows: Decided[]) => together(rows, (decided) => applyRow(ledger, run, decided, postcodeOf))
  const lists = stop.until(inLists(scratch.rows(), rowsTogether))
  for await (const rows of inOrder(lists, listsAtOnce, applyList)) {
    done += rows.length
    listed.done(
      done,
      rows.map(({ position }) => position),
    )
    progress()
    const hasWaited = await awaitReadModels(rows.length)
    for (const { decided } of rows) {
      summary[decided.verdict] += 1
      refusals.add(decided)
    }
    const verdicts = rows.map(({ decided }) => verdictOf(decided))
    yield hasWaited ? [...verdicts, { listed: listed.count() }] : verdicts
  }
  await refusals.keep()
  if (stop.isMet()) {
    await awaitLists(tools, null, { waiting: progress })
    const { created, updated } = imports.counts(run.id, kind)
    const message = stoppedWords(created + updated, imports.clientsFor(run.id, kind))
    yield [{ error: { message, stopped: true } }]
    return
  }
  summary.position = await finish(tools, run, summary)
  yield* untilListed(tools, summary.position, () => {
    progress()
    return [{ listed: listed.count() }]
  })
  yield [{ listed: totals.rows }, { summary }]
}

/**
 * Applies the decisions and reports the outcome of each row, in lists. When the consumer stops, the run can be resumed. So it
 * is when somebody stops the run, which the last line tells.
 */
export const importLines = (tools: ImportTools, prepared: Prepared): AsyncIterable<ImportLine[]> =>
  untilFreed(applyAll(tools, prepared), prepared.held)
