import type { Session } from '#cli/session.ts'
import { safeJson, safeText } from './safe-text.ts'
import { type Column, tableOf } from './table.ts'

/** Prints rows: a table for people, an array for programs. `counted` is the number of all rows, or a lower bound. */
export const printRows = <Row>(
  { terminal, json }: Session,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  counted: { total: number | null; isAtLeast: boolean } = { total: null, isAtLeast: false },
): void => {
  if (json) {
    terminal.print(safeJson(JSON.stringify(rows, null, 2)))
    return
  }
  if (rows.length === 0) {
    terminal.note('Nothing to show.')
    return
  }
  terminal.print(tableOf(columns, rows, terminal.columns, (text) => terminal.styled('bold', text)))
  const { total, isAtLeast } = counted
  if (total !== null && (total > rows.length || (isAtLeast && total === rows.length))) {
    terminal.note(`${rows.length} of ${total}${isAtLeast ? '+' : ''}. Show more with --limit N, or --all.`)
  }
}

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return '-'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Prints one record: a line per field for people, an object for programs. */
export const printOne = ({ terminal, json }: Session, record: object): void => {
  if (json) {
    terminal.print(safeJson(JSON.stringify(record, null, 2)))
    return
  }
  const entries = Object.entries(record)
  const width = Math.max(0, ...entries.map(([name]) => name.length))
  for (const [name, value] of entries) {
    terminal.print(`${terminal.styled('bold', name.padEnd(width))}  ${safeText(textOf(value))}`)
  }
}

/** Prints a result: a sentence for people, the record itself for programs. */
export const printDone = ({ terminal, json }: Session, sentence: string, record: object): void =>
  terminal.print(json ? safeJson(JSON.stringify(record, null, 2)) : safeText(sentence))
