import type { ReactNode } from 'react'
import type { ListView } from '#web/lib/list-view.ts'

/** Height of a row of a table of records, in pixels. */
export const rowHeight = 40

/** A column of a list of records: of its table, of its cards with labels, and of its CSV file. */
export type Column<Row> = {
  /** The name of the field: by it the column is sorted, hidden and kept. */
  name: string
  label: string
  /** Whether the list can be sorted by it. */
  sorts?: true
  /** Its first width in pixels, in a table whose reader arranges it. */
  width?: number
  /** Numbers stand at the right. */
  number?: true
  /** Its text stands in one line, as dates do. */
  whole?: true
  /** What a CSV file holds of a row, and what its cell shows unless `cell` says otherwise. */
  text: (row: Row) => string | number
  cell?: (row: Row) => ReactNode
}

/** The columns that are shown; the first one, which names the record, always is. */
export const shownColumns = <Each extends { name: string }>(
  columns: readonly Each[],
  { hidden, only }: Pick<ListView, 'hidden' | 'only'>,
): Each[] => columns.filter(({ name }, at) => at === 0 || (only ? only.includes(name) : !hidden.includes(name)))
