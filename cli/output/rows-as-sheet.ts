import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { type SheetKind, sheetCell, sheetOf } from '#schemas/text/spreadsheet.ts'
import { cellOf } from './cell.ts'
import { type Pages, type Row, rowsOf } from './rows-as-text.ts'

/** Fields of answers that are days or instants; numbers show it themselves. */
const kinds: Readonly<Record<string, SheetKind>> = {
  at: 'instant',
  completed_at: 'day',
  created_at: 'instant',
  ended_at: 'day',
  expires_at: 'day',
  started_at: 'day',
}

/** The rows of pages as an XLSX file, written as they arrive, under the names of the first row's fields. */
export const rowsAsSheet = async (name: string, pages: Pages): Promise<Readable> => {
  // Of all commands this one alone waits for the library.
  const { writeXlsxStream } = await import('hucre/xlsx')
  const rows = rowsOf(pages)
  const { value: first } = await rows.next()
  const columns = Object.entries(first ?? {}).map(([label, value]) => ({
    label,
    kind: typeof value === 'number' ? ('number' as const) : kinds[label],
  }))
  const cells = (row: Row) =>
    columns.map(({ label, kind }) => {
      const value = row[label]
      return sheetCell(typeof value === 'number' ? value : cellOf(value), kind)
    })
  const lines = async function* () {
    for (let row = first; row; row = (await rows.next()).value) yield cells(row)
  }
  return Readable.fromWeb(writeXlsxStream(lines(), sheetOf(name, columns)) as ReadableStream)
}
