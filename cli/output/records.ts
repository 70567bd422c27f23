import type { Session } from '#cli/session.ts'
import { safeText } from './safe-text.ts'
import { type Column, tableOf } from './table.ts'

/** Prints rows: a table for people, an array for programs. `total` is how many there are in all. */
export const printRows = <Row>(
  { terminal, json }: Session,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  total: number | null = null,
): void => {
  if (json) {
    terminal.print(JSON.stringify(rows, null, 2))
    return
  }
  if (rows.length === 0) {
    terminal.note('Nothing to show.')
    return
  }
  terminal.print(tableOf(columns, rows, terminal.columns, (text) => terminal.styled('bold', text)))
  if (total !== null && total > rows.length) {
    terminal.note(`${rows.length} of ${total}. Show more with --limit N, or --all.`)
  }
}

const inWords = (value: unknown): string => {
  if (value === null || value === undefined) return '-'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Prints one thing: a line a field for people, an object for programs. */
export const printOne = ({ terminal, json }: Session, record: object): void => {
  if (json) {
    terminal.print(JSON.stringify(record, null, 2))
    return
  }
  const entries = Object.entries(record)
  const width = Math.max(0, ...entries.map(([name]) => name.length))
  for (const [name, value] of entries) {
    terminal.print(`${terminal.styled('bold', name.padEnd(width))}  ${safeText(inWords(value))}`)
  }
}

/** Prints what was done: a sentence for people, the thing itself for programs. */
export const printDone = ({ terminal, json }: Session, sentence: string, record: object): void =>
  terminal.print(json ? JSON.stringify(record, null, 2) : safeText(sentence))
