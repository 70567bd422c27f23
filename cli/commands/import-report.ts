import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { finished, pipeline } from 'node:stream/promises'
import { stringify } from 'csv-stringify'
import { Failure } from '#cli/failure.ts'
import type { Session } from '#cli/session.ts'
import type { ImportVerdict } from '#schemas/resources/imports.ts'
import { csvFormat } from '#schemas/text/csv.ts'
import { safeText } from '#schemas/text/safe-text.ts'

/** Writes refused rows: each as sent, its number in the file, and its errors. */
export type Refused = Pick<ImportVerdict, 'row' | 'errors' | 'cells'>
export type Report = { add: (refused: Refused) => Promise<void>; end: () => Promise<void> }

const none: Report = { add: async () => undefined, end: async () => undefined }

/** The errors of a row, in one line. */
export const messageOf = ({ errors }: Pick<ImportVerdict, 'errors'>): string =>
  Object.values(errors ?? {})
    .flat()
    .join(' ')

/** Refused rows, and missing names, that are printed one by one. */
export const maxPrinted = 20

/** Prints the first refused rows, and where the others are; `sums` tell of all of them. */
export const tellRefused = (
  { terminal, json }: Session,
  first: Iterable<string>,
  refused: number,
  report: string | undefined,
  sums: readonly string[] = [],
): void => {
  if (json) return
  for (const line of first) terminal.print(safeText(line))
  const more = refused - maxPrinted
  if (more > 0) {
    terminal.print(`... and ${more} more${report ? '' : '; --report FILE writes all of them to a file'}.`)
    for (const line of sums) terminal.print(safeText(line))
  }
  if (refused > 0 && report) terminal.note(`Wrote ${report}.`)
}

/** A cell of a refused row as text. */
export const textOf = (cell: unknown): string => {
  if (cell === null || cell === undefined) return ''
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell)
}

/** The rows that `add` has noted, of which there may be more than fit into memory. */
async function* notedIn(path: string): AsyncGenerator<Refused, void> {
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    yield JSON.parse(line)
  }
}

/**
 * A new CSV file that is protected from formula injection; its columns are those of all refused rows, so it is written
 * at the end. It is removed again if no row is refused. Throws Failure if the file exists already or cannot be written.
 */
export const openReport = async (path: string | undefined): Promise<Report> => {
  if (path === undefined) return none
  const file = createWriteStream(path, { flags: 'wx' })
  await once(file, 'open').catch((error) => {
    throw new Failure(
      error.code === 'EEXIST' ? `${path} is there already. Name another file.` : `${path} cannot be written.`,
    )
  })
  const folder = await mkdtemp(join(tmpdir(), 'siteledger-report-'))
  const notes = join(folder, 'refused.ndjson')
  const noted = createWriteStream(notes, { mode: 0o600 })
  const columns = new Set<string>()
  let refusals = 0
  const table = async function* () {
    yield [...columns, 'row', 'message']
    for await (const refused of notedIn(notes)) {
      const { row, cells = {} } = refused
      yield [...[...columns].map((name) => textOf(cells[name])), String(row), messageOf(refused)]
    }
  }
  return {
    add: async (refused) => {
      refusals += 1
      for (const name of Object.keys(refused.cells ?? {})) columns.add(name)
      if (!noted.write(`${JSON.stringify(refused)}\n`)) await once(noted, 'drain')
    },
    end: async () => {
      try {
        noted.end()
        await finished(noted)
        const text = stringify({ ...csvFormat, bom: true })
        await pipeline(refusals > 0 ? table : [], text, file)
        if (refusals === 0) await rm(path)
      } finally {
        await rm(folder, { recursive: true })
      }
    },
  }
}
