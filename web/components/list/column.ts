import type { ReactNode } from 'react'
import type { ListView } from '#web/lib/list-view.ts'

/** Height of a row of a table of records, in pixels. */
export const rowHeight = 40

/** A column of a list of records: of its table, of its cards with labels, of paper, and of its CSV and XLSX files. */
export type Column<Row> = {
  /** The name of the field: by it the column is sorted where its list can be (`nouns`), hidden and kept. */
  name: string
  label: string
  /** Its first width in pixels, in a table whose reader arranges it. */
  width?: number
  /**
   * What it holds, if not text of any length: it needs no more room than at first, and stands in one line. Numbers and sizes
   * stand at the right. In a spreadsheet days are dates, and the size of the field is its bytes.
   */
  kind?: 'day' | 'number' | 'size' | 'word'
  /** Whether it is hidden at first; a name with a plus among the hidden ones says that it is shown. */
  unlisted?: boolean
  /** The value on paper and in a CSV file, if not the field of that name. */
  text?: (row: Row) => string | number
  /** The content of its cell, if not its text. */
  cell?: (row: Row) => ReactNode
}

/** Whether the cells of a column stand at the right. */
export const isNumeric = ({ kind }: Pick<Column<never>, 'kind'>): boolean => kind === 'number' || kind === 'size'

export const textOf = <Row>({ name, text }: Column<Row>, row: Row): string | number =>
  text ? text(row) : ((row as Record<string, string | number | null>)[name] ?? '')

export const cellOf = <Row>(column: Column<Row>, row: Row): ReactNode =>
  column.cell ? column.cell(row) : textOf(column, row)

export type Choosable = { name: string; unlisted?: boolean }

/** How a column is kept that is not as it is at first. */
export const keptName = ({ name, unlisted }: Choosable): string => (unlisted ? `+${name}` : name)

/** The columns that are shown; the first one, which names the record, always is. */
export const shownColumns = <Each extends Choosable>(
  columns: readonly Each[],
  { hidden, only }: Pick<ListView, 'hidden' | 'only'>,
): Each[] =>
  columns.filter((column, at) => {
    const { name, unlisted = false } = column
    return at === 0 || (only ? only.includes(name) : hidden.includes(keptName(column)) === unlisted)
  })
