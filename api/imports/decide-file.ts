import { setImmediate as breath } from 'node:timers/promises'
import { BrokenTable, type TableRow } from '#api/adapters/table-rows.ts'
import { type Decision, decideRow, type Wishes } from '#api/domain/import-decisions.ts'
import type { Lookup } from '#api/domain/import-matching.ts'
import type { RecordKind } from '#schemas/events/import.ts'
import type { ImportId } from '#schemas/ids.ts'
import {
  type ColumnChoice,
  type Columns,
  chosenIn,
  columnsOf,
  type OwnHeading,
  ownIdOf,
} from '#schemas/records/import-columns.ts'
import { idOfRow } from './ids.ts'
import type { Decided, Scratch } from './scratch.ts'

export type Wish = Wishes & {
  kind: RecordKind
  columns: ColumnChoice
  own: readonly OwnHeading[]
  /** Null for a dry run. */
  run: ImportId | null
}

/** The outcome of a record in an interrupted run. */
export type AppliedBefore = (kind: RecordKind, id: string) => 'created' | 'updated' | undefined

/**
 * `toMake` counts the records still to be created; `missingClients` counts the clients that sites name and the team
 * does not have.
 */
export type Totals = { rows: number; toMake: number; missingClients: number; unknownColumns: string[] }

/** Rows after which the event loop is released. */
const rowsAtOnce = 250

/** How many unknown columns are reported; in JSON lines each object may have new ones. */
const maxUnknown = 100

/**
 * Quotes column names for a message, without control characters that a terminal would obey: the file may not be text at
 * all.
 */
const quoted = (columns: readonly string[]): string =>
  columns.map((column) => `"${column.slice(0, 100).replace(/\p{Cc}/gu, '\ufffd')}"`).join(', ')

/** Throws BrokenTable if a column was chosen that the file, as far as it was read, does not have. */
const requireChosen = (choice: ColumnChoice, has: (column: string) => boolean, heading: readonly string[]): void => {
  const absent = chosenIn(choice).filter((column) => !has(column))
  if (absent.length === 0) return
  throw new BrokenTable(`The file has no column ${quoted(absent)}; it has ${quoted(heading.slice(0, 20))}.`)
}

/** The columns of a table. Throws BrokenTable if they are ambiguous, one is not there, or none holds the name. */
const headingOf = ({ kind, columns: choice, own }: Wish, heading: readonly string[]): Columns => {
  requireChosen(choice, (column) => heading.includes(column), heading)
  const columns = columnsOf(kind, heading, choice, own)
  if (columns.twice.length > 0) throw new BrokenTable(`The column ${quoted(columns.twice)} is there more than once.`)
  if (columns.of.has('name')) return columns
  throw new BrokenTable(`The file has no column for the name; it has ${quoted(heading.slice(0, 20))}.`)
}

/** Maps cells to fields by their columns; in JSON lines each object has its own keys. */
const cellReader = (wish: Wish) => {
  const { kind, columns: choice, own } = wish
  let heading: Columns | undefined
  const unknown = new Set<string>()
  const known = new Set<string>()
  const note = (columns: Columns): Columns => {
    for (const column of columns.unknown) if (unknown.size < maxUnknown) unknown.add(column.slice(0, 100))
    for (const column of columns.of.values()) known.add(column)
    return columns
  }
  return {
    unknown,
    head: (columns: readonly string[]) => {
      heading = note(headingOf(wish, columns))
    },
    read: (cells: Readonly<Record<string, unknown>>): Record<string, unknown> => {
      const { of } = heading ?? note(columnsOf(kind, Object.keys(cells), choice, own))
      const fields: Record<string, unknown> = {}
      const row: Record<string, unknown> = { fields }
      for (const [field, column] of of) {
        const id = ownIdOf(field)
        if (id === undefined) row[field] = cells[column]
        else fields[id] = cells[column]
      }
      return row
    },
    /** Throws BrokenTable for a chosen column that no row has had. */
    end: () => requireChosen(choice, (column) => known.has(column), [...known, ...unknown]),
  }
}

const asDecided = (decision: Decision, { run }: Wish, appliedBefore: AppliedBefore, kind: RecordKind): Decided => {
  const { row, external_id } = decision
  const bare = { row, external_id, order: null, errors: null, cells: null }
  switch (decision.verdict) {
    case 'refused':
      return { ...bare, verdict: 'refused', id: null, errors: decision.errors }
    case 'created': {
      const id = run && idOfRow(run, row)
      return { ...bare, verdict: 'created', id, order: decision.order }
    }
    default: {
      const { id, verdict } = decision
      const done = appliedBefore(kind, id)
      if (done) return { ...bare, verdict: done, id }
      return { ...bare, verdict, id, order: verdict === 'updated' ? decision.order : null }
    }
  }
}

/**
 * Decides every row of a file before anything is written. A dry run and a resumed run make the same decisions. Throws
 * BrokenTable if the file cannot be read, has unclear columns or has no rows.
 */
export const decideFile = async (
  table: AsyncIterable<TableRow>,
  wish: Wish,
  lookup: Lookup,
  appliedBefore: AppliedBefore,
  scratch: Scratch,
): Promise<Totals> => {
  const { kind, run } = wish
  const reader = cellReader(wish)
  const totals = { rows: 0, toMake: 0, missingClients: 0 }
  for await (const item of table) {
    if ('columns' in item) {
      reader.head(item.columns)
      continue
    }
    totals.rows += 1
    if (totals.rows % rowsAtOnce === 0) await breath()
    const { row } = item
    if ('broken' in item) {
      const errors = { row: [item.broken] }
      scratch.add({ row, external_id: null, verdict: 'refused', id: null, order: null, errors, cells: item.cells })
      continue
    }
    const decision = decideRow(kind, row, reader.read(item.cells), lookup, scratch.seen, wish)
    const decided = asDecided(decision, wish, appliedBefore, kind)
    // Refused rows create no client; a dry run tells what could be created.
    const refusedFor = decision.verdict === 'refused' && run === null ? decision.missing : undefined
    const client = refusedFor ?? decided.order?.client
    if (client && 'key' in client && scratch.miss(client)) totals.missingClients += 1
    if (decided.verdict === 'created' && decided.order) totals.toMake += 1
    scratch.add(decided.errors ? { ...decided, cells: item.cells } : decided)
  }
  if (totals.rows === 0) throw new BrokenTable('The file has no rows.')
  reader.end()
  return { ...totals, unknownColumns: [...reader.unknown] }
}
