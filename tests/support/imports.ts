import { importsDecider } from '#api/domain/imports.ts'
import { handle } from '#api/event-store/handle-command.ts'
import { importsStream } from '#api/event-store/streams.ts'
import type { Ports } from '#api/ports.ts'
import { ContentHash, type ImportId } from '#schemas/ids.ts'
import { ImportLine, type ImportSummary, type ImportVerdict, type MissingClient } from '#schemas/resources/imports.ts'
import type { TestApp } from './app.ts'
import type { Caller } from './caller.ts'
import { contextOf } from './contexts.ts'
import { newImportId } from './new-ids.ts'
import type { Member } from './teams.ts'

type Order = {
  dry_run?: boolean
  create_clients?: boolean
  missing_clients?: boolean
  columns?: string
  file_name?: string
}

/** The answer to an import: each line by its schema, or the refusal of the whole file. */
export type Imported = {
  status: number
  headers: Headers
  verdicts: ImportVerdict[]
  /** The numbers of rows that lists showed, as the answer told them. */
  listed: number[]
  /** Those of a dry run. */
  missing: MissingClient[]
  summary: ImportSummary | undefined
  broken: string | undefined
  problem: unknown
}

/** The lines of an answer, without a last line that a crash cut off. */
const linesOf = (text: string) => {
  const lines = text
    .split('\n')
    .slice(0, -1)
    .map((line) => ImportLine.parse(JSON.parse(line)))
  const ending = lines.findLast((line) => !('row' in line))
  return {
    verdicts: lines.flatMap((line) => ('row' in line ? [line] : [])),
    listed: lines.flatMap((line) => ('listed' in line ? [line.listed] : [])),
    missing: lines.flatMap((line) => ('missing_client' in line ? [line.missing_client] : [])),
    summary: ending && 'summary' in ending ? ending.summary : undefined,
    broken: ending && 'error' in ending ? ending.error.message : undefined,
  }
}

const nothing = { verdicts: [], listed: [], missing: [], summary: undefined, broken: undefined }

/** Sends a file, CSV by default. */
export const importFile = async (
  who: Caller,
  kind: 'clients' | 'sites',
  text: string,
  order: Order = {},
  headers: Record<string, string> = {},
): Promise<Imported> => {
  const query = new URLSearchParams(Object.entries(order).map(([name, value]) => [name, String(value)]))
  const sending = { text, headers: { 'content-type': 'text/csv', ...headers } }
  const { status, headers: answered, body } = await who.request('POST', `/api/import/${kind}?${query}`, sending)
  if (status !== 200) return { status, headers: answered, ...nothing, problem: body }
  return { status, headers: answered, ...linesOf(String(body)), problem: undefined }
}

/** An import that the team has running, until it is stopped; it writes no row. */
export const runningImport = async (app: TestApp & { ports: Ports }, { teamId, userId }: Member): Promise<ImportId> => {
  const importId = newImportId()
  const file = { fileName: 'crm.csv', hash: ContentHash.parse('a'.repeat(64)), createClients: false, columns: {} }
  const command = { type: 'StartImport', importId, teamId, kind: 'clients', ...file, rows: 1 } as const
  const context = contextOf(teamId, userId)
  const { position } = await handle(app.ledger, importsDecider, importsStream(teamId), command, context)
  await app.ports.projector.reached(position ?? '', 60_000)
  const lock = await app.ports.stores.locks.imports.acquire(teamId)
  lock?.publish({ run: importId, done: 0, listed: 0, total: 1, since: Date.now() })
  return importId
}
