import type { RecordKind } from '#schemas/events/import.ts'
import type { ColumnChoice } from '#schemas/records/import-columns.ts'
import type { ImportLine, ImportSummary, ImportVerdict, MissingClient } from '#schemas/resources/imports.ts'
import { importClients, importSites } from '#schemas/resources/imports.ts'
import { hasJsonLines } from '#web/features/imports/heading-of.ts'
import { urlOf } from '#web/lib/api.ts'
import { ApiProblem, problemOf } from '#web/lib/api-problem.ts'
import { jsonLines } from '#web/lib/json-lines.ts'
import { notePosition } from '#web/lib/position.ts'
import { send } from '#web/lib/transport.ts'

/** A file, the kind of its rows, and the options of the import; no chosen columns if their names tell all. */
export type Sending = {
  file: File
  kind: RecordKind
  createClients: boolean
  columns: ColumnChoice
  dryRun: boolean
}

/** Callbacks during an import. A dry run has no id; it alone tells of missing clients, after the verdicts. */
type Listener = {
  begun: (run: string | null, rows: number) => void
  verdict: (verdict: ImportVerdict) => void
  missing: (client: MissingClient) => void
}

const typeOf = (name: string): string => (hasJsonLines(name) ? 'application/x-ndjson' : 'text/csv')

/** Why an import broke off, and how it goes on. */
export const brokenOff = (
  dryRun: boolean,
  why: string,
  again = 'Send the file again to go on: no row is imported twice.',
): ApiProblem => new ApiProblem(0, `${why} ${dryRun ? 'Nothing was written.' : again}`)

/** Somebody has stopped the import. */
export class ImportStopped extends ApiProblem {}

/**
 * Sends a file and reads the verdicts of its rows as they arrive. Throws ApiProblem when the server refuses the file or
 * the response breaks off, ImportStopped when the import was stopped; throws the signal's reason when it is aborted.
 */
export const sendImport = async (
  { file, kind, createClients, columns, dryRun }: Sending,
  { begun, verdict, missing }: Listener,
  signal: AbortSignal,
): Promise<ImportSummary> => {
  const flag = (on: boolean) => (on ? ('true' as const) : ('false' as const))
  const query = {
    dry_run: flag(dryRun),
    create_clients: flag(createClients),
    file_name: file.name.slice(0, 255),
    ...(Object.keys(columns).length > 0 ? { columns: JSON.stringify(columns) } : {}),
    ...(dryRun ? { missing_clients: flag(true) } : {}),
  }
  const headers = new Headers({ accept: 'application/x-ndjson', 'content-type': typeOf(file.name) })
  const answer = await send({
    method: 'POST',
    url: kind === 'clients' ? urlOf(importClients, { query }) : urlOf(importSites, { query }),
    headers,
    body: file,
    signal,
  })
  if (!answer.ok || !answer.body) throw await problemOf(answer)
  begun(answer.headers.get('x-import-run'), Number(answer.headers.get('x-import-rows')))
  try {
    for await (const line of jsonLines<ImportLine>(answer.body)) {
      if ('error' in line) {
        const { message } = brokenOff(dryRun, line.error.message)
        throw line.error.stopped ? new ImportStopped(0, message) : new ApiProblem(0, message)
      }
      if ('summary' in line) {
        notePosition(line.summary.position)
        return line.summary
      }
      if ('row' in line) verdict(line)
      if ('missing_client' in line) missing(line.missing_client)
    }
  } catch (cause) {
    if (cause instanceof ApiProblem || signal.aborted) throw cause
  }
  throw brokenOff(dryRun, 'The connection broke.')
}
