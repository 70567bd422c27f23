import { openAsBlob } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { exitCodes, Failure } from '#cli/failure.ts'
import { maxImportBytes } from '#schemas/limits/upload-rules.ts'
import type { ColumnChoice } from '#schemas/records/import-columns.ts'
import {
  ImportLine,
  type ImportSummary,
  type ImportVerdict,
  importClients,
  importLineKinds,
  importSites,
  type MissingClient,
} from '#schemas/resources/imports.ts'
import { counted } from '#schemas/text/counted.ts'
import { jsonLines } from './json-lines.ts'
import type { Server } from './server.ts'

/** An import: the file's path or `-` for standard input, and its options. */
export type Sending = {
  kind: 'clients' | 'sites'
  path: string
  format: 'csv' | 'ndjson' | undefined
  dryRun: boolean
  createClients: boolean
  columns: ColumnChoice
}

/** Callbacks for the progress of an import. */
export type Listener = {
  begun: (run: { id: string | null; rows: number; resumed: boolean }) => void
  verdict: (verdict: ImportVerdict, line: string) => Promise<void>
  /** A client that sites name and the team does not have; called in a dry run alone, after the verdicts. */
  missing: (client: MissingClient, line: string) => void
  /** The number of rows that lists show; called for no dry run. */
  listed: (rows: number) => void
}

const types = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const
const jsonEndings = new Set(['.ndjson', '.jsonl'])

/** The body, whose length the server is told before it. */
const contentOf = async (path: string): Promise<Blob> => {
  if (path !== '-') {
    const found = await stat(path).catch(() => undefined)
    if (!found?.isFile()) throw new Failure(`${path} is no file that can be read.`)
    return openAsBlob(path)
  }
  const chunks: Buffer<ArrayBuffer>[] = []
  let bytes = 0
  for await (const chunk of process.stdin) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > maxImportBytes) throw new Failure('The file is too large.')
  }
  return new Blob(chunks)
}

const howToResume = 'Run the same command again to go on: no row is imported twice.'

/** The lines of an answer, parsed, each with its text; none of the kinds that only a later version knows. */
async function* linesOf(answer: Response): AsyncGenerator<[ImportLine, string], void> {
  for await (const [line, text] of jsonLines(answer)) {
    if (importLineKinds.some((kind) => kind in line)) yield [ImportLine.parse(line), text]
  }
}

/**
 * Sends a file and reads the results of its rows, streaming both. Throws Failure when it is refused, interrupted or
 * stopped by the signal, and says how to continue.
 */
export const sendImport = async (
  server: Server,
  { kind, path, format, dryRun, createClients, columns }: Sending,
  listener: Listener,
  signal: AbortSignal,
): Promise<{ summary: ImportSummary; line: string }> => {
  const content = await contentOf(path)
  const named = jsonEndings.has(extname(path).toLowerCase()) ? 'ndjson' : 'csv'
  const query = {
    dry_run: dryRun ? ('true' as const) : ('false' as const),
    create_clients: createClients ? ('true' as const) : ('false' as const),
    missing_clients: dryRun ? ('true' as const) : ('false' as const),
    columns: JSON.stringify(columns),
    ...(path === '-' ? {} : { file_name: basename(path) }),
  }
  let done = 0
  let rows = 0
  const brokenOff = (error: unknown): Failure => {
    const written = dryRun ? 'Nothing was written.' : `A few more may be in. ${howToResume}`
    const answered = `${done.toLocaleString('en-GB')} of ${counted(rows, 'row')}`
    if (signal.aborted) return new Failure(`Stopped after the answer to ${answered}. ${written}`)
    if (error instanceof Failure) return error
    return new Failure(`The connection broke after the answer to ${answered}. ${written}`, exitCodes.serverUnreachable)
  }
  try {
    const answer = await server.open(
      kind === 'clients' ? importClients : importSites,
      { query },
      {
        body: content,
        signal,
        headers: { 'content-type': types[format ?? named], accept: 'application/x-ndjson' },
      },
    )
    rows = Number(answer.headers.get('x-import-rows') ?? 0)
    const resumed = answer.headers.get('x-import-resumed') === 'true'
    listener.begun({ id: answer.headers.get('x-import-run'), rows, resumed })
    for await (const [line, text] of linesOf(answer)) {
      if ('error' in line) throw new Failure(`${line.error.message} ${dryRun ? '' : howToResume}`)
      if ('listed' in line) {
        listener.listed(line.listed)
        continue
      }
      if ('missing_client' in line) {
        listener.missing(line.missing_client, text)
        continue
      }
      if ('summary' in line) {
        server.wrote(line.summary.position)
        return { summary: line.summary, line: text }
      }
      done += 1
      await listener.verdict(line, text)
    }
    throw new Error('The answer has no end')
  } catch (error) {
    throw brokenOff(error)
  }
}
