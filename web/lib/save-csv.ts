import { csvFormat } from '#schemas/text/csv.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { saveText } from '#web/lib/save-file.ts'

const load = retryingImport(() => import('csv-stringify/browser/esm/sync'))

/** Rows as CSV, with the names of the first row's fields as headings, protected from formula injection (D-107). */
export const csvOf = async (rows: readonly object[]): Promise<string> => {
  const { stringify } = await load()
  return stringify([...rows], { ...csvFormat, header: true })
}

/** Saves rows as a CSV file, with a byte order mark, by which spreadsheets know that it is UTF-8. */
export const saveCsv = async (name: string, rows: readonly object[]): Promise<void> =>
  saveText(name, `\ufeff${await csvOf(rows)}`, 'text/csv')
