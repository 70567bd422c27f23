import { jsonLines } from '#cli/connection/json-lines.ts'
import type { Server } from '#cli/connection/server.ts'
import { exitCodes, Failure } from '#cli/failure.ts'
import type { MadeKind } from '#schemas/events/import.ts'
import { ImportId } from '#schemas/ids.ts'
import {
  FilesLine,
  type FilesSummary,
  importFiles,
  type MissingRecords,
  noFiles,
} from '#schemas/resources/import-files.ts'
import { type Entry, refuse } from './entries.ts'
import { lineOf } from './manifest.ts'

export type Wishes = { dryRun: boolean; create: readonly MadeKind[]; name: string }

/** What became of a plan; `run` is null for a dry run. */
export type Plan = {
  run: ImportId | null
  resumed: boolean
  missing: MissingRecords
  summary: FilesSummary
  /** The row of the run by its entry. */
  rows: ReadonlyMap<Entry, number>
}

const kinds = ['row', 'missing', 'summary', 'error']

/** Rows of a manifest as one body: few large pieces, so that many rows need little memory. */
const bodyOf = (entries: readonly Entry[]): Blob => {
  const pieces: Blob[] = []
  for (let from = 0; from < entries.length; from += 1000) {
    pieces.push(
      new Blob([
        entries
          .slice(from, from + 1000)
          .map(lineOf)
          .join(''),
      ]),
    )
  }
  return new Blob(pieces)
}

const none = { clients: [], sites: [], visits: [], categories: [] }

/** What becomes of a manifest all of whose rows are refused here: nothing. */
const emptyPlan = (dryRun: boolean): Plan => ({
  run: null,
  resumed: false,
  missing: none,
  rows: new Map(),
  summary: { ...noFiles(), dry_run: dryRun },
})

/** Sends the rows that nothing refuses yet, and notes what becomes of each. Throws Failure where the plan is refused. */
export const planFiles = async (
  server: Server,
  entries: readonly Entry[],
  { dryRun, create, name }: Wishes,
  signal: AbortSignal,
): Promise<Plan> => {
  const sent = entries.filter(({ verdict }) => verdict !== 'refused')
  if (sent.length === 0) return emptyPlan(dryRun)
  const rows = new Map<Entry, number>()
  const query = {
    dry_run: dryRun ? ('true' as const) : ('false' as const),
    create: create.join(','),
    file_name: name.slice(-255),
  }
  const headers = { 'content-type': 'application/x-ndjson', accept: 'application/x-ndjson' }
  const answer = await server.open(importFiles, { query }, { body: bodyOf(sent), signal, headers })
  const run = ImportId.safeParse(answer.headers.get('x-import-run')).data ?? null
  const resumed = answer.headers.get('x-import-resumed') === 'true'
  let missing: MissingRecords = none
  let at = 0
  for await (const [told] of jsonLines(answer)) {
    if (!kinds.some((kind) => kind in told)) continue
    const line = FilesLine.parse(told)
    if ('error' in line) throw new Failure(line.error.message)
    if ('summary' in line) return { run, resumed, missing, summary: line.summary, rows }
    if ('missing' in line) missing = line.missing
    else {
      const entry = sent[at]
      at += 1
      if (!entry) continue
      if (line.verdict === 'refused') refuse(entry, line.errors ?? {})
      else entry.verdict = line.verdict
      rows.set(entry, line.row)
    }
  }
  throw new Failure('The connection broke.', exitCodes.serverUnreachable)
}
