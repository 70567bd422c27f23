import { retryingImport } from '#web/lib/retrying-import.ts'

const load = retryingImport(() => import('csv-stringify/browser/esm/sync'))

/**
 * Saves rows as a CSV file, with the names of the first row's fields as headings. Texts that a spreadsheet would run as
 * formulas are kept from it.
 */
export const saveCsv = async (name: string, rows: readonly object[]): Promise<void> => {
  const { stringify } = await load()
  const text = stringify([...rows], { header: true, escape_formulas: true })
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  URL.revokeObjectURL(url)
}
