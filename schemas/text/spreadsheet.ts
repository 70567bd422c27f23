import { toIsoDate } from '#schemas/time/dates.ts'

/** What a column of a spreadsheet holds; what has no kind is text. */
export type SheetKind = 'day' | 'instant' | 'number'

const formats: Readonly<Record<SheetKind, string>> = {
  day: 'dd/mm/yyyy',
  instant: 'dd/mm/yyyy hh:mm:ss',
  number: '#,##0',
}

/** Characters that a cell holds; Excel mends a file that has more. */
const longestText = 32_767

/** The first year of a spreadsheet's calendar. */
const firstYear = 1900

export type SheetColumn = { label: string; kind?: SheetKind | undefined }

/** A sheet as the writer of XLSX takes it, with a heading that stays in sight. `name` has at most 31 characters. */
export const sheetOf = (name: string, columns: readonly SheetColumn[]) => ({
  name,
  freezePane: { rows: 1 },
  columns: columns.map(({ label, kind }) => ({
    header: label,
    ...(kind ? { width: 20, numFmt: formats[kind] } : { width: 30 }),
  })),
})

/**
 * One cell: days (dd/mm/yyyy) and instants as dates, which have no time zone in a spreadsheet and are those of UTC; numbers
 * as they are, and nothing for an empty text. Text is written as text, so that none of it is a formula.
 */
export const sheetCell = (value: string | number, kind: SheetKind | undefined): string | number | Date | null => {
  if (typeof value === 'number') return value
  if (value === '') return null
  const date = new Date(kind === undefined ? Number.NaN : toIsoDate(value))
  return date.getUTCFullYear() >= firstYear ? date : value.slice(0, longestText)
}
