import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import { csvFormat } from '#schemas/text/csv.ts'
import { safeJson } from '#schemas/text/safe-text.ts'
import { cellOf } from './cell.ts'

export type Row = Record<string, unknown>
export type Pages = AsyncIterable<{ rows: readonly object[] }>

const flat = (row: Row): Row => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, cellOf(value)]))

export async function* rowsOf(pages: Pages): AsyncGenerator<Row, void> {
  for await (const { rows } of pages) for (const row of rows) yield { ...row }
}

/** The rows of pages as text: CSV that is protected from formula injection, or a line of JSON per row. */
export const rowsAsText = (pages: Pages, format: 'csv' | 'jsonl'): Readable => {
  const rows = rowsOf(pages)
  if (format === 'jsonl') {
    const lines = async function* () {
      for await (const row of rows) yield `${safeJson(JSON.stringify(row))}\n`
    }
    return Readable.from(lines())
  }
  const cells = async function* () {
    for await (const row of rows) yield flat(row)
  }
  const csv = stringify({ ...csvFormat, header: true })
  // Unlike a pipe it passes on what stops the rows.
  return pipeline(Readable.from(cells()), csv, () => undefined)
}
