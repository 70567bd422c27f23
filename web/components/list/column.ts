import type { ReactNode } from 'react'

/** A column of a table of records. */
export type Column<Row> = {
  /** The name of the field: by it the column is sorted, hidden and kept. */
  name: string
  label: string
  /** Whether the list can be sorted by it. */
  sorts?: true
  /** Its first width in pixels. */
  width: number
  /** Numbers stand at the right. */
  number?: true
  /** What a CSV file holds of a row, and what its cell shows unless `cell` says otherwise. */
  text: (row: Row) => string | number
  cell?: (row: Row) => ReactNode
}

/** The columns that are shown; the first one, which names the record, always is. */
export const shownColumns = <Row>(columns: readonly Column<Row>[], hidden: readonly string[]): Column<Row>[] =>
  columns.filter(({ name }, at) => at === 0 || !hidden.includes(name))
