import type { RefusedRow } from '#schemas/resources/imports.ts'

export type Refused = Pick<RefusedRow, 'row' | 'errors' | 'cells'>

/** The reasons of a refused row in one line. */
export const reasonsOf = ({ errors }: Pick<Refused, 'errors'>): string => Object.values(errors).flat().join(' ')

const textOf = (cell: unknown): string | number => {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'number') return cell
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell)
}

/**
 * Refused rows as rows of one table: the columns as they were sent, then `row`, the number in the file, and `message`,
 * the reasons, as in the report of the command line. An import leaves these two out, so a mended table can be sent as it is.
 */
export const refusedTable = (rows: readonly Refused[]): Record<string, string | number>[] => {
  const columns = [...new Set(rows.flatMap(({ cells }) => Object.keys(cells)))]
  return rows.map((refused) => ({
    ...Object.fromEntries(columns.map((column) => [column, textOf(refused.cells[column])])),
    row: refused.row,
    message: reasonsOf(refused),
  }))
}

/** The name of the file with the refused rows of another: 'refused-sites.csv'. */
export const refusedFileName = (imported: string): string => `refused-${imported.replace(/\.[^.]*$/, '')}.csv`
