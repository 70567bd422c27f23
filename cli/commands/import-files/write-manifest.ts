import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import { writeText } from '#cli/output/write-text.ts'
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
  await writeText(Readable.from(lines()).compose(stringify({ ...csvFormat, bom: true })), path)
}
