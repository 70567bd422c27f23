import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { stringify } from 'csv-stringify'
import { Failure } from '#cli/failure.ts'
import { fieldsOf } from '#schemas/records/import-columns.ts'
import { csvFormat } from '#schemas/text/csv.ts'
import { messageOf } from '../import-report.ts'
import type { Entries, Entry } from './entries.ts'

/** The cells of a row under their fields, with size and hash. */
export const cellsOf = ({ cells, size, sha256 }: Entry): Record<string, string> => ({
  ...cells,
  size: String(size),
  sha256,
})

const fields = fieldsOf('files')

/** Writes rows as a new CSV file that can be mended and sent, each with its verdict. Throws Failure. */
export const writeManifest = async (path: string, entries: Entries): Promise<void> => {
  const lines = function* () {
    yield [...fields, 'verdict', 'message']
    for (const entry of entries.of()) {
      const cells = cellsOf(entry)
      yield [...fields.map((field) => cells[field] ?? ''), entry.verdict, messageOf(entry)]
    }
  }
  await pipeline(
    Readable.from(lines()),
    stringify({ ...csvFormat, bom: true }),
    createWriteStream(path, { flags: 'wx' }),
  ).catch((error) => {
    throw error.code === 'EEXIST' ? new Failure(`${path} is there already. Name another file.`) : error
  })
}
