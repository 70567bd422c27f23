import { BrokenTable } from '#api/adapters/table-rows.ts'
import type { ImportKind } from '#schemas/events/import.ts'
import {
  type ColumnChoice,
  type Columns,
  chosenIn,
  columnsOf,
  type ImportField,
  type OwnHeading,
  ownIdOf,
  toldApart,
} from '#schemas/records/import-columns.ts'

/** What a file holds, and what was chosen of its columns. */
export type ReadColumns = { kind: ImportKind; columns: ColumnChoice; own: readonly OwnHeading[] }

/** What a table must have a column for: one of each list. */
const needed: Record<ImportKind, readonly (readonly ImportField[])[]> = {
  clients: [['name']],
  sites: [['name']],
  files: [['path'], ['site', 'external_id'], ['size'], ['sha256']],
}

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

/** The columns of a table. Throws BrokenTable if they are ambiguous, or one is not there. */
const headingOf = ({ kind, columns: choice, own }: ReadColumns, heading: readonly string[]): Columns => {
  requireChosen(choice, (column) => heading.includes(column), heading)
  const columns = columnsOf(kind, heading, choice, own)
  if (columns.twice.length > 0) throw new BrokenTable(`The column ${quoted(columns.twice)} is there more than once.`)
  const [missing] = needed[kind].find((fields) => !fields.some((field) => columns.of.has(field))) ?? []
  if (missing === undefined) return columns
  throw new BrokenTable(`The file has no column for the ${missing}; it has ${quoted(heading.slice(0, 20))}.`)
}

/** Cells of JSON as lists answer them, with own fields by their ids in `fields`, under the headings of a table. */
export const withOwnHeadings = (cells: Readonly<Record<string, unknown>>, own: readonly OwnHeading[]) => {
  const { fields, ...others } = cells
  if (typeof fields !== 'object' || fields === null) return cells
  const headings = new Map(own.map(({ id, name }) => [id, toldApart(name)]))
  const told = Object.entries(fields).map(([id, value]) => [headings.get(id) ?? `fields.${id}`, value])
  return { ...others, ...Object.fromEntries(told) }
}

/** Maps cells to fields by their columns; in JSON lines each object has its own keys. */
export const cellReader = (wish: ReadColumns) => {
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
