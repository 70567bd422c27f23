import type { ReactNode } from 'react'
import type { ListView } from '#web/lib/list-view.ts'

/** Height of a row of a table of records, in pixels. */
export const rowHeight = 40

/** A column of a list of records: of its table, of its cards with labels, and of its CSV file. */
export type Column<Row> = {
  /** The name of the field: by it the column is sorted where its list can be (`nouns`), hidden and kept. */
  name: string
  label: string
  /** Its first width in pixels, in a table whose reader arranges it. */
  width?: number
  /** Numbers stand at the right. */
  number?: true
  /** Its text is never longer, as that of dates: it needs no more room, and stands in one line. */
  whole?: true
  /** The value in a CSV file, if not the field of that name. */
  text?: (row: Row) => string | number
  /** The content of its cell, if not its text. */
  cell?: (row: Row) => ReactNode
}

export const textOf = <Row>({ name, text }: Column<Row>, row: Row): string | number =>
  text ? text(row) : ((row as Record<string, string | number | null>)[name] ?? '')

export const cellOf = <Row>(column: Column<Row>, row: Row): ReactNode =>
  column.cell ? column.cell(row) : textOf(column, row)

/** The columns that are shown; the first one, which names the record, always is. */
export const shownColumns = <Each extends { name: string }>(
  columns: readonly Each[],
  { hidden, only }: Pick<ListView, 'hidden' | 'only'>,
): Each[] => columns.filter(({ name }, at) => at === 0 || (only ? only.includes(name) : !hidden.includes(name)))
