import type { FilesLine, FilesSummary, MissingRecords } from '#schemas/resources/import-files.ts'
import { importFiles } from '#schemas/resources/import-files.ts'
import { goesOn } from '#web/features/imports/import-words.ts'
import { brokenOff } from '#web/features/imports/send-import.ts'
import { urlOf } from '#web/lib/api.ts'
import { ApiProblem, problemOf } from '#web/lib/api-problem.ts'
import { jsonLines } from '#web/lib/json-lines.ts'
import { send } from '#web/lib/transport.ts'
import type { Hashes } from './hash-files.ts'
import { type FolderRow, type NamedKind, refused } from './rows.ts'

/** What is made of what the team does not have, and what the folder is called. */
export type Wishes = { name: string; create: readonly NamedKind[] }

/** What becomes of rows; `run` is null for a dry run. `numbers` are those of the rows in the run, by path. */
export type Plan = {
  run: string | null
  rows: readonly FolderRow[]
  numbers: ReadonlyMap<string, number>
  missing: MissingRecords
  summary: FilesSummary
}

const unreadable = { file: ['The file cannot be read.'] }

/**
 * Sends the rows that nothing refuses yet as a manifest, and reads what becomes of each. Throws ApiProblem where the plan is
 * refused or the answer breaks off, and the signal's reason when it is aborted.
 */
export const planFiles = async (
  read: readonly FolderRow[],
  hashes: Hashes,
  { name, create, dryRun }: Wishes & { dryRun: boolean },
  signal: AbortSignal,
): Promise<Plan> => {
  const rows = read.map((row) => (row.verdict === null && !hashes.get(row.id) ? refused(row, unreadable) : row))
  const sent = [...rows.entries()].filter(([, { verdict }]) => verdict === null)
  const manifest = sent.map(([, { id: path, fields, file }]) =>
    JSON.stringify({ path, ...fields, size: file.size, sha256: hashes.get(path) }),
  )
  const query = { dry_run: dryRun ? ('true' as const) : ('false' as const), create: create.join(','), file_name: name }
  const answer = await send({
    method: 'POST',
    url: urlOf(importFiles, { query }),
    headers: new Headers({ accept: 'application/x-ndjson', 'content-type': 'application/x-ndjson' }),
    body: manifest.map((line) => `${line}\n`).join(''),
    signal,
  })
  if (!answer.ok || !answer.body) throw await problemOf(answer)
  const broken = (why: string) => brokenOff(dryRun, why, goesOn('files'))
  const numbers = new Map<string, number>()
  let missing: MissingRecords | undefined
  try {
    for await (const line of jsonLines<FilesLine>(answer.body)) {
      if ('error' in line) throw broken(line.error.message)
      if ('missing' in line) missing = line.missing
      const [at, row] = ('row' in line && sent[numbers.size]) || []
      if ('row' in line && at !== undefined && row) {
        rows[at] = { ...row, verdict: line.verdict, errors: line.errors ?? {} }
        numbers.set(row.id, line.row)
      }
      if ('summary' in line && missing) {
        return { run: answer.headers.get('x-import-run'), rows, numbers, missing, summary: line.summary }
      }
    }
  } catch (cause) {
    if (cause instanceof ApiProblem || signal.aborted) throw cause
  }
  throw broken('The connection broke.')
}
