import { importsDecider } from '#api/domain/imports.ts'
import { handle } from '#api/event-store/handle-command.ts'
import { WrongExpectedRevision } from '#api/event-store/port.ts'
import { importRowsStream, importsStream } from '#api/event-store/streams.ts'
import type { Refusal } from '#schemas/events/import.ts'
import type { ImportId } from '#schemas/ids.ts'
import type { ImportLine, ImportSummary, ImportVerdict } from '#schemas/resources/imports.ts'
import { applyRow, makeMissingClient, type Run } from './apply-row.ts'
import { idsOfMissingClients, stepOf } from './ids.ts'
import { inLists, inOrder, together } from './in-order.ts'
import { type Prepared, placesContext, rowContext } from './prepare.ts'
import { keptRefusals } from './refusals.ts'
import type { Decided, MissingClient } from './scratch.ts'
import { type ImportTools, ImportUnavailable } from './tools.ts'

/** Rows that are applied and told together, and lists of them under way: enough for the event store to commit many at once. */
const [rowsTogether, listsAtOnce] = [64, 4]

const verdictOf = ({ row, externalId, verdict, id, errors, cells }: Decided): ImportVerdict => ({
  row,
  external_id: externalId,
  verdict,
  id,
  ...(errors ? { errors, cells: { ...cells } } : {}),
})

const summing = ({ totals, run }: Prepared): ImportSummary => ({
  ...{ run, dry_run: run === null, rows: totals.rows },
  ...{ created: 0, updated: 0, unchanged: 0, refused: 0, clients_created: totals.missingClients },
  ...{ unknown_columns: totals.unknownColumns, position: null },
})

/** What a dry run tells. */
export const tellDryRun = async function* (prepared: Prepared): AsyncGenerator<ImportLine[]> {
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

/** Written once: at a second try the stream is there. */
const keepRefusals = async ({ ledger }: ImportTools, run: Run, refusals: Refusal[]): Promise<void> => {
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

/** Sites that never came need no places: those of refused rows, and after a stop those of the rows that are left. */
const letGo = async (tools: ImportTools, { sent, run, taken }: Prepared, tried: ReadonlySet<string>) => {
  const missing = taken.filter((id) => !tried.has(id))
  if (!run || missing.length === 0) return
  await tools.places.release(sent.teamId, missing, placesContext(sent, run, 'release'))
}

const applyAll = async function* (
  tools: ImportTools,
  prepared: Prepared & { run: ImportId },
  tried: Set<string>,
): AsyncGenerator<ImportLine[]> {
  const { ledger, imports } = tools
  const { sent, scratch, totals, lock } = prepared
  const { kind, teamId } = sent
  const context = rowContext(sent, prepared.run)
  const run: Run = { id: prepared.run, kind, teamId, context, idOfMissingClient: idsOfMissingClients(prepared.run) }
  const summary = summing(prepared)
  // Those that were made before it broke off are there by now.
  if (kind === 'sites') summary.clients_created += imports.counts(run.id, 'clients').created
  const refusals = keptRefusals()
  const since = Date.now()
  let done = 0
  const progress = () => {
    lock?.tell({ run: run.id, done, total: totals.rows, since })
    if (lock?.isLost()) throw new ImportUnavailable('Another import has begun. Please send the file again.')
  }
  progress()
  const make = (clients: MissingClient[]) => together(clients, (client) => makeMissingClient(ledger, run, client))
  for await (const _ of inOrder(inLists(scratch.missing(), rowsTogether), listsAtOnce, make)) progress()
  const postcodeOf = (id: string) => imports.record(teamId, 'sites', id)?.postcode ?? null
  const apply = async (decided: Decided) => {
    // Where an append fails it may have come through.
    if (decided.id) tried.add(decided.id)
    const applied = await applyRow(ledger, run, decided, postcodeOf)
    if (decided.id && applied.verdict === 'refused') tried.delete(decided.id)
    return applied
  }
  const applyList = (rows: Decided[]) => together(rows, apply)
  for await (const rows of inOrder(inLists(scratch.rows(), rowsTogether), listsAtOnce, applyList)) {
    done += rows.length
    progress()
    const verdicts = rows.map(verdictOf)
    for (const verdict of verdicts) {
      summary[verdict.verdict] += 1
      refusals.add(verdict, kind)
    }
    yield verdicts
  }
  await keepRefusals(tools, run, refusals.kept)
  summary.position = await finish(tools, run, summary)
  // Who asks next sees it, where the read models are not far behind (D-05).
  await tools.caughtUp()
  yield [{ summary }]
}

/**
 * Applies what was decided, and tells what became of each row, in lists. Whoever stops listening stops it: what is under
 * way comes to its end, and the run can be gone on with.
 */
export const tellImport = async function* (tools: ImportTools, prepared: Prepared): AsyncGenerator<ImportLine[]> {
  const { run, lock, scratch } = prepared
  if (!run) throw new Error('A dry run is not applied')
  const tried = new Set<string>()
  try {
    yield* applyAll(tools, { ...prepared, run }, tried)
  } finally {
    try {
      await letGo(tools, prepared, tried)
    } finally {
      scratch.close()
      await lock?.release()
    }
  }
}
