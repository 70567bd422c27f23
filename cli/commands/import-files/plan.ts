import { createWriteStream, openAsBlob } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
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
import type { Entries } from './entries.ts'
import { cellsOf } from './write-manifest.ts'

export type Wishes = { dryRun: boolean; create: readonly MadeKind[]; name: string }

/** What became of a plan; `run` is null for a dry run. */
export type Plan = { run: ImportId | null; resumed: boolean; missing: MissingRecords; summary: FilesSummary }

const kinds = ['row', 'missing', 'summary', 'error']

const none = { clients: [], sites: [], visits: [], categories: [] }

/** Rows as they are sent: a size is a number. */
const linesOf = function* (entries: Entries) {
  for (const entry of entries.of('unknown')) yield `${JSON.stringify({ ...cellsOf(entry), size: entry.size })}\n`
}

/** Notes what the server answers to each row that was sent. */
const readAnswer = async (answer: Response, entries: Entries): Promise<Plan> => {
  const run = ImportId.safeParse(answer.headers.get('x-import-run')).data ?? null
  const resumed = answer.headers.get('x-import-resumed') === 'true'
  const sent = entries.of('unknown')
  let missing: MissingRecords = none
  for await (const [told] of jsonLines(answer)) {
    if (!kinds.some((kind) => kind in told)) continue
    const line = FilesLine.parse(told)
    if ('error' in line) throw new Failure(line.error.message)
    if ('summary' in line) return { run, resumed, missing, summary: line.summary }
    if ('missing' in line) {
      missing = line.missing
      continue
    }
    const entry = sent.next().value
    if (!entry) continue
    const { row: inRun, verdict, errors = {} } = line
    entries.keep({ ...entry, inRun, verdict, errors })
  }
  throw new Failure('The connection broke.', exitCodes.serverUnreachable)
}

/** Sends the rows that nothing refuses yet, and notes what becomes of each. Throws Failure where the plan is refused. */
export const planFiles = async (
  server: Server,
  entries: Entries,
  { dryRun, create, name }: Wishes,
  signal: AbortSignal,
): Promise<Plan> => {
  if (entries.sum('unknown').files === 0) {
    return { run: null, resumed: false, missing: none, summary: { ...noFiles(), dry_run: dryRun } }
  }
  const query = {
    dry_run: dryRun ? ('true' as const) : ('false' as const),
    create: create.join(','),
    file_name: name.slice(-255),
  }
  const headers = { 'content-type': 'application/x-ndjson', accept: 'application/x-ndjson' }
  const folder = await mkdtemp(join(tmpdir(), 'siteledger-import-'))
  try {
    const rows = join(folder, 'rows.ndjson')
    await pipeline(Readable.from(linesOf(entries)), createWriteStream(rows, { mode: 0o600 }))
    const body = await openAsBlob(rows)
    return await readAnswer(await server.open(importFiles, { query }, { body, signal, headers }), entries)
  } finally {
    await rm(folder, { recursive: true })
  }
}
