import { inspectText } from '#api/adapters/file-text.ts'
import { csvRows, ndjsonRows } from '#api/adapters/table-rows.ts'
import type { OwnField } from '#api/domain/field.ts'
import { wishesFor } from '#api/domain/import-decisions.ts'
import { importsDecider, openRun } from '#api/domain/imports.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import { importsStream } from '#api/event-store/streams.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { ImportKind, MadeKind, RecordKind } from '#schemas/events/import.ts'
import { type ContentHash, ImportId, type TeamId } from '#schemas/ids.ts'
import type { ColumnChoice } from '#schemas/records/import-columns.ts'
import { untilCaughtUp } from './catching-up.ts'
import { decideFile, type Totals } from './decide-file.ts'
import { type Held, openHeld } from './held.ts'
import { commandOf, stepOf } from './ids.ts'
import { lookupOf } from './lookup.ts'
import { type Decided, openScratch, type Scratch } from './scratch.ts'
import type { ImportTools } from './tools.ts'

/** A table as it was sent. */
export type SentTable = {
  kind: ImportKind
  teamId: TeamId
  path: string
  format: 'csv' | 'ndjson'
  createClients: boolean
  /** What is made for the files of a manifest. */
  create?: MadeKind[]
  columns: ColumnChoice
  fileName: string | null
  context: CommandContext
}

/** An import of records as it was sent. */
export type Sent = SentTable & {
  kind: RecordKind
  /** Whether a dry run tells each missing client. */
  missingClients: boolean
  /** The own fields of the team, of all nouns. */
  fields: readonly OwnField[]
}

/** The own fields that rows of a file may have. */
export const ownOf = ({ kind, fields }: Pick<Sent, 'kind' | 'fields'>) => fields.filter(({ of }) => of === kind)

type Decisions = { sent: Sent; resumed: boolean; totals: Totals }

/** A file whose rows are decided, and are not to be applied. */
export type DryRun = Decisions & { run: null; scratch: Scratch }

/** A file whose rows are decided, with what is held until they are applied, and the position of the run's beginning. */
export type Prepared = Decisions & { run: ImportId; held: Held<Decided>; position: string | null }

/** The context of all commands of a run. */
export const rowContext = ({ context }: Pick<SentTable, 'context'>, run: ImportId): CommandContext => ({
  ...context,
  via: { kind: 'import', id: run },
  commandId: commandOf(run),
  causationId: context.commandId,
})

export const tableOf = async ({ path, format }: SentTable) => {
  const { hash, encoding, lines } = await inspectText(path)
  return { hash, lines, rows: () => (format === 'csv' ? csvRows(path, encoding) : ndjsonRows(path, encoding)) }
}

type Table = Awaited<ReturnType<typeof tableOf>>

/** Milliseconds for which a run of files that nobody ends keeps its place. */
const keepsPlace = 30 * 24 * 60 * 60 * 1000

/** When something of a run came the last time, as far as the read model knows. */
const lastOf = ({ imports }: ImportTools, { teamId, context }: SentTable, run: ImportId): string =>
  imports.planOf(run)?.last_at ?? imports.one(teamId, run)?.started_at ?? context.at

/** The run to resume, or a new one; the same command always creates the same run. */
export const runFor = async (tools: ImportTools, sent: SentTable, hash: ContentHash) => {
  const { teamId, context } = sent
  const imports = await load(tools.ledger, importsDecider, importsStream(teamId))
  const found = openRun(imports, { ...sent, hash })
  const isLeft =
    found && sent.kind === 'files' && Date.parse(context.at) - Date.parse(lastOf(tools, sent, found)) > keepsPlace
  const open = isLeft ? undefined : found
  const run = open ?? ImportId.parse(stepOf(ImportId.parse(context.commandId), 'import'))
  return { run, resumed: imports.runs.has(run) }
}

const decide = async (
  tools: ImportTools,
  { sent, table, run, resumed }: { sent: Sent; table: Table; run: ImportId | null; resumed: boolean },
  scratch: Scratch,
): Promise<Totals> => {
  await untilCaughtUp(tools)
  const { imports } = tools
  const { kind, createClients, columns, fields, teamId } = sent
  const appliedBefore: Parameters<typeof decideFile>[3] = (of, id) =>
    run && resumed ? imports.changeOf(run, of, id) : undefined
  const wish = { kind, columns, run, own: ownOf(sent), ...wishesFor(kind, createClients, fields) }
  return decideFile(table.rows(), wish, lookupOf(imports, teamId), appliedBefore, scratch)
}

/** Answers the position of the beginning. */
export const startRun = async (
  { ledger }: ImportTools,
  sent: SentTable,
  run: ImportId,
  { hash, rows, resumed }: { hash: ContentHash; rows: number; resumed: boolean },
): Promise<string | null> => {
  const { kind, teamId, createClients, create, columns, fileName } = sent
  const data = { importId: run, teamId, kind, fileName, hash, createClients, ...(create && { create }), columns, rows }
  const command = { type: 'StartImport', ...data } as const
  const context = rowContext(sent, run)
  // A later try is a command of its own: the first has had its outcome.
  const { commandId } = resumed ? { commandId: stepOf(run, `resume ${sent.context.commandId}`) } : context
  return (await handle(ledger, importsDecider, importsStream(teamId), command, { ...context, commandId })).position
}

/** Prepares a dry run: it makes the same decisions and writes nothing to the log. */
export const prepareDryRun = async (tools: ImportTools, sent: Sent): Promise<DryRun> => {
  const table = await tableOf(sent)
  const scratch = openScratch<Decided>(tools.folder)
  try {
    const totals = await decide(tools, { sent, table, run: null, resumed: false }, scratch)
    if (sent.kind === 'sites') tools.quota.require(sent.teamId, totals.toMake, sent.context)
    return { sent, run: null, resumed: false, totals, scratch }
  } catch (error) {
    scratch.close()
    throw error
  }
}

/** Reserves the sites that the run has still to create, so that other commands count them (D-43). */
const reserve = ({ quota, imports }: ImportTools, sent: Sent, run: ImportId, { toMake }: Totals) => {
  if (sent.kind !== 'sites') return () => {}
  const created = () => imports.counts(run, 'sites').created
  const createdBefore = created()
  return quota.reserve(sent.teamId, () => toMake + createdBefore - created(), sent.context)
}

/**
 * Decides the whole file and checks the plan's site limit before the first site is written (D-43). Returns undefined if
 * another import of the team is running. Throws BrokenTable, ImportUnavailable, and RuleBroken 'site-limit' and
 * 'import-undone'.
 */
export const prepareImport = async (tools: ImportTools, sent: Sent): Promise<Prepared | undefined> => {
  const table = await tableOf(sent)
  const held = await openHeld<Decided>(tools, sent.teamId)
  if (!held) return undefined
  try {
    const { run, resumed } = await runFor(tools, sent, table.hash)
    const totals = await decide(tools, { sent, table, run, resumed }, held.scratch)
    held.release = await reserve(tools, sent, run, totals)
    const position = await startRun(tools, sent, run, { hash: table.hash, rows: totals.rows, resumed })
    return { sent, run, resumed, totals, held, position }
  } catch (error) {
    await held.free()
    throw error
  }
}
