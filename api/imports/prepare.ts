import { inspectText } from '#api/adapters/file-text.ts'
import type { ImportLock } from '#api/adapters/import-locks.ts'
import { csvRows, ndjsonRows } from '#api/adapters/table-rows.ts'
import { importsDecider, openRun } from '#api/domain/imports.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import { importsStream } from '#api/event-store/streams.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { ImportKind } from '#schemas/events/import.ts'
import { type ContentHash, ImportId, type SiteId, type TeamId } from '#schemas/ids.ts'
import { decideFile, type Totals } from './decide-file.ts'
import { commandOf, stepOf } from './ids.ts'
import { lookupOf } from './lookup.ts'
import { openScratch, type Scratch } from './scratch.ts'
import { type ImportTools, untilCaughtUp } from './tools.ts'

/** What somebody sends. */
export type Sent = {
  kind: ImportKind
  teamId: TeamId
  path: string
  format: 'csv' | 'ndjson'
  createClients: boolean
  fileName: string | null
  context: CommandContext
}

/** A file that is decided about, with what holds until it is applied. `run` is null for a dry run. */
export type Prepared = {
  sent: Sent
  run: ImportId | null
  resumed: boolean
  totals: Totals
  scratch: Scratch
  lock: ImportLock | null
  /** Sites whose places in the plan were taken for this run. */
  taken: readonly SiteId[]
}

/** Milliseconds that places are kept for sites that are to come: as long as a slow import of a large file may take. */
const placesLast = 6 * 60 * 60 * 1000

/** The context of all that a run does to its rows. */
export const rowContext = ({ context }: Pick<Sent, 'context'>, run: ImportId): CommandContext => ({
  ...context,
  via: { kind: 'import', id: run },
  commandId: commandOf(run),
  causationId: context.commandId,
})

/** Each try takes places by a command of its own: those that are taken count once anyway. */
export const placesContext = (sent: Pick<Sent, 'context'>, run: ImportId, step: string): CommandContext => ({
  ...rowContext(sent, run),
  commandId: stepOf(run, `${step}/${sent.context.correlationId}`),
})

const tableOf = async ({ path, format }: Sent) => {
  const { hash, encoding } = await inspectText(path)
  return { hash, rows: () => (format === 'csv' ? csvRows(path, encoding) : ndjsonRows(path, encoding)) }
}

type Table = Awaited<ReturnType<typeof tableOf>>

/** The run to go on with, or a new one: the same order makes the same run at every try. */
const runFor = async ({ ledger }: ImportTools, sent: Sent, hash: ContentHash) => {
  const { kind, createClients, teamId, context } = sent
  const imports = await load(ledger, importsDecider, importsStream(teamId))
  const open = openRun(imports, { kind, hash, createClients })
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
  const { kind, createClients, teamId } = sent
  const doneBefore: Parameters<typeof decideFile>[3] = (of, id) =>
    run && resumed ? imports.changeOf(run, of, id) : undefined
  return decideFile(table.rows(), { kind, createClients, run }, lookupOf(imports, teamId), doneBefore, scratch)
}

const startRun = async (
  { ledger }: ImportTools,
  sent: Sent,
  run: ImportId,
  { hash, rows }: { hash: ContentHash; rows: number },
) => {
  const { kind, teamId, createClients, fileName } = sent
  const data = { importId: run, teamId, kind, fileName, hash, createClients, rows }
  const command = { type: 'StartImport', ...data } as const
  await handle(ledger, importsDecider, importsStream(teamId), command, rowContext(sent, run))
}

/** A dry run: the same decisions, and nothing is written. */
export const prepareDryRun = async (tools: ImportTools, sent: Sent): Promise<Prepared> => {
  const table = await tableOf(sent)
  const scratch = openScratch(tools.folder)
  try {
    const totals = await decide(tools, { sent, table, run: null, resumed: false }, scratch)
    if (sent.kind === 'sites') await tools.places.require(sent.teamId, totals.toMake, sent.context)
    return { sent, run: null, resumed: false, totals, scratch, lock: null, taken: [] }
  } catch (error) {
    scratch.close()
    throw error
  }
}

/**
 * Decides about the whole file and takes the places of all its sites before the first of them is written (D-43); answers
 * undefined where another import of the team is at it. Throws BrokenTable, ImportUnavailable, RuleBroken 'site-limit' and
 * 'import-undone'.
 */
export const prepareImport = async (tools: ImportTools, sent: Sent): Promise<Prepared | undefined> => {
  const { teamId, kind } = sent
  const table = await tableOf(sent)
  const lock = await tools.locks.take(teamId)
  if (!lock) return undefined
  const scratch = openScratch(tools.folder)
  try {
    const { run, resumed } = await runFor(tools, sent, table.hash)
    const totals = await decide(tools, { sent, table, run, resumed }, scratch)
    const sites = kind === 'sites' ? (scratch.toMake() as SiteId[]) : []
    const taken = await tools.places.take(teamId, sites, placesContext(sent, run, 'take'), placesLast)
    await startRun(tools, sent, run, { hash: table.hash, rows: totals.rows })
    return { sent, run, resumed, totals, scratch, lock, taken }
  } catch (error) {
    scratch.close()
    await lock.release()
    throw error
  }
}
