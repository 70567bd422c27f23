import { importsDecider } from '#api/domain/imports.ts'
import { handle } from '#api/event-store/handle-command.ts'
import { WrongExpectedRevision } from '#api/event-store/port.ts'
import { importRowsStream, importsStream } from '#api/event-store/streams.ts'
import type { Refusal } from '#schemas/events/import.ts'
import type { ImportId } from '#schemas/ids.ts'
import type { ImportLine, ImportSummary, ImportVerdict } from '#schemas/resources/imports.ts'
import { addMissingClient, applyRow, type Run } from './apply-row.ts'
import { backpressure } from './backpressure.ts'
import { catchingUp, ImportUnavailable, listsStandStill } from './catching-up.ts'
import { idsOfMissingClients, stepOf } from './ids.ts'
import { inLists, inOrder, together } from './in-order.ts'
import { openListedRows } from './listed-rows.ts'
import { type Prepared, rowContext } from './prepare.ts'
import { refusalList } from './refusals.ts'
import type { Decided, MissingClient } from './scratch.ts'
import type { ImportTools } from './tools.ts'

/**
 * Rows that are applied and reported together, and how many such lists run at once: enough for the event store to
 * commit many events together, and few enough that another's command is not behind hundreds of them.
 */
const [rowsTogether, listsAtOnce] = [16, 4]

const verdictOf = ({ row, external_id, verdict, id, errors, cells }: Decided): ImportVerdict => ({
  row,
  external_id,
  verdict,
  id,
  ...(errors ? { errors, cells: { ...cells } } : {}),
})

const summing = ({ totals, run }: Prepared): ImportSummary => ({
  ...{ run, dry_run: run === null, rows: totals.rows },
  ...{ created: 0, updated: 0, unchanged: 0, refused: 0, clients_created: totals.missingClients },
  ...{ unknown_columns: totals.unknownColumns, position: null },
})

/** Reports a dry run. */
export const dryRunLines = async function* (prepared: Prepared): AsyncGenerator<ImportLine[]> {
  const summary = summing(prepared)
  try {
    for (const rows of inLists(prepared.scratch.rows(), rowsTogether)) {
      for (const { verdict } of rows) summary[verdict] += 1
      yield rows.map(verdictOf)
    }
    yield [{ summary }]
  } finally {
    prepared.scratch.close()
  }
}

/** Writes the refused rows once: at a second try the stream exists already. */
const storeRefusals = async ({ ledger }: ImportTools, run: Run, refusals: Refusal[]): Promise<void> => {
  if (refusals.length === 0) return
  const data = { importId: run.id, teamId: run.teamId, refusals }
  const event = { type: 'ImportRowsRefused', data, id: stepOf(run.id, 'refused'), metadata: run.context } as const
  await ledger.append(importRowsStream(run.id), 'no-stream', [event]).catch((error: unknown) => {
    if (!(error instanceof WrongExpectedRevision)) throw error
  })
}

const finish = async (tools: ImportTools, run: Run, summary: ImportSummary): Promise<string | null> => {
  const { teamId, context, id: importId } = run
  const { created, updated, unchanged, refused, clients_created, unknown_columns } = summary
  const counts = { created, updated, unchanged, refused, clientsCreated: clients_created }
  const command = {
    ...({ type: 'FinishImport', importId, teamId, ...counts } as const),
    unknownColumns: unknown_columns,
  }
  const ending = { ...context, commandId: stepOf(importId, 'finish') }
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

const applyAll = async function* (
  tools: ImportTools,
  prepared: Prepared & { run: ImportId },
): AsyncGenerator<ImportLine[]> {
  const { ledger, imports } = tools
  const { sent, scratch, totals, lock } = prepared
  const { kind, teamId } = sent
  const context = rowContext(sent, prepared.run)
  const run: Run = { id: prepared.run, kind, teamId, context, idOfMissingClient: idsOfMissingClients(prepared.run) }
  const summary = summing(prepared)
  // The clients that the run created before it was interrupted are no longer missing.
  if (kind === 'sites') summary.clients_created += imports.counts(run.id, 'clients').created
  const refusals = refusalList(sent)
  const since = Date.now()
  const listed = openListedRows(tools.position)
  let done = 0
  const progress = () => {
    lock?.publish({ run: run.id, done, listed: listed.count(), total: totals.rows, since })
    if (lock?.isLost()) throw new ImportUnavailable('Another import has begun. Please send the file again.')
  }
  progress()
  const addClients = (clients: MissingClient[]) => together(clients, (client) => addMissingClient(ledger, run, client))
  const awaitReadModels = backpressure(tools.everywhere)
  for await (const clients of inOrder(inLists(scratch.missing(), rowsTogether), listsAtOnce, addClients)) {
    progress()
    await awaitReadModels(clients.length)
  }
  const postcodeOf = (id: string) => imports.record(teamId, 'sites', id)?.postcode ?? null
  const applyList = (rows: Decided[]) => together(rows, (decided) => applyRow(ledger, run, decided, postcodeOf))
  for await (const rows of inOrder(inLists(scratch.rows(), rowsTogether), listsAtOnce, applyList)) {
    done += rows.length
    listed.done(
      done,
      rows.map(({ position }) => position),
    )
    progress()
    const hasWaited = await awaitReadModels(rows.length)
    const verdicts = rows.map(({ decided }) => verdictOf(decided))
    for (const verdict of verdicts) {
      summary[verdict.verdict] += 1
      refusals.add(verdict)
    }
    yield hasWaited ? [...verdicts, { listed: listed.count() }] : verdicts
  }
  await storeRefusals(tools, run, refusals.list)
  summary.position = await finish(tools, run, summary)
  yield* untilListed(tools, summary.position, () => {
    progress()
    return [{ listed: listed.count() }]
  })
  yield [{ listed: totals.rows }, { summary }]
}

/**
 * Applies the decisions and reports the outcome of each row, in lists. When the consumer stops, calls in progress
 * finish, and the run can be resumed.
 */
export const importLines = async function* (tools: ImportTools, prepared: Prepared): AsyncGenerator<ImportLine[]> {
  const { run, lock, scratch, release } = prepared
  if (!run) throw new Error('A dry run is not applied')
  try {
    yield* applyAll(tools, { ...prepared, run })
  } finally {
    scratch.close()
    try {
      // The next command that adds a site must count the last ones of this run, even if the run was stopped.
      await tools.hold(await tools.end())
    } finally {
      release()
      await lock?.release()
    }
  }
}
