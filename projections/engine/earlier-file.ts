import { DatabaseSync } from 'node:sqlite'
import { fileOf, type ReadFile, standingOf } from './read-file.ts'

/** The columns and constraints of a table, and what follows them, such as `STRICT`. */
type Definition = { parts: readonly string[]; options: string }

/** Splits at the commas that are in no brackets. */
const splitAtCommas = (text: string): string[] => {
  const parts = ['']
  let depth = 0
  for (const letter of text) {
    if (letter === '(') depth += 1
    if (letter === ')') depth -= 1
    if (letter === ',' && depth === 0) parts.push('')
    else parts.push(`${parts.pop() ?? ''}${letter}`)
  }
  return parts.map((part) => part.trim())
}

/** Parses the statement that created a table of a read model; undefined for a virtual table. */
const definitionOf = (sql: string): Definition | undefined => {
  const [, inner, options] = /^CREATE TABLE [^(]+\((.*)\)([^)]*)$/s.exec(sql) ?? []
  return inner === undefined || options === undefined
    ? undefined
    : { parts: splitAtCommas(inner), options: options.trim() }
}

type Entry = { type: string; name: string; sql: string }

/** The tables, indices and triggers that a schema declares, without the tables that a full-text index creates. */
const entriesOf = (db: DatabaseSync): Entry[] =>
  db
    .prepare(
      `SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name <> 'projection'
         AND name NOT IN (SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'shadow')`,
    )
    .all()
    .map(({ type, name, sql }) => ({
      type: String(type),
      name: String(name),
      sql: String(sql).replace(/\s+/g, ' '),
    }))

const entriesIn = (tables: string): Entry[] => {
  const db = new DatabaseSync(':memory:')
  try {
    db.exec(tables)
    return entriesOf(db)
  } finally {
    db.close()
  }
}

/** Whether a column can be added to a table that has rows: it has no constraint. */
const isOptional = (column: string): boolean =>
  !/^(CONSTRAINT|PRIMARY|UNIQUE|CHECK|FOREIGN)\b/i.test(column) &&
  !/\b(NOT NULL|PRIMARY KEY|UNIQUE|CHECK|REFERENCES|GENERATED|AS)\b/i.test(column)

/** The statements that widen a table; undefined if it differs by more than columns that may be null. */
const widened = (from: Entry, to: Entry): string[] | undefined => {
  if (from.sql === to.sql) return []
  const earlier = definitionOf(from.sql)
  const declared = definitionOf(to.sql)
  if (!earlier || !declared || earlier.options !== declared.options) return undefined
  const added = declared.parts.filter((part) => !earlier.parts.includes(part))
  if (earlier.parts.some((part) => !declared.parts.includes(part)) || !added.every(isOptional)) return undefined
  return added.map((column) => `ALTER TABLE "${to.name}" ADD COLUMN ${column}`)
}

/** The statements that add what the declared tables have in addition; undefined if anything else differs. */
const stepsBetween = (earlier: readonly Entry[], declared: readonly Entry[]): string[] | undefined => {
  const isTable = ({ type }: Entry) => type === 'table'
  const sameName = (one: Entry) => (other: Entry) => one.type === other.type && one.name === other.name
  const isIn = (entries: readonly Entry[], one: Entry) => entries.some((other) => other.sql === one.sql)
  if (earlier.filter(isTable).some((table) => !declared.some(sameName(table)))) return undefined
  const tables = declared.filter(isTable).map((table) => {
    const before = earlier.find(sameName(table))
    return before ? widened(before, table) : [table.sql]
  })
  if (!tables.every((steps) => steps !== undefined)) return undefined
  const dropped = earlier.filter((one) => !isTable(one) && !isIn(declared, one))
  const created = declared.filter((one) => !isTable(one) && !isIn(earlier, one))
  return [
    ...dropped.map(({ type, name }) => `DROP ${type} "${name}"`),
    ...tables.flat(),
    ...created.map(({ sql }) => sql),
  ]
}

/** The version of a file that is only read until another takes its place; no projection has it. */
const replacedSoon = 0

/**
 * Makes the file of an earlier version readable and writable by this one, until a new file takes its place: tables,
 * indices and triggers are added, and columns that may be null. False if that is not enough, such as for a column that
 * is gone or may not be null, for a damaged file, and for one of this version.
 */
export const adaptEarlier = (folder: string, projection: ReadFile): boolean => {
  const file = fileOf(folder, projection)
  if (standingOf(file, projection) !== 'earlier') return false
  const db = new DatabaseSync(file, { timeout: 5000 })
  try {
    const steps = stepsBetween(entriesOf(db), entriesIn(projection.tables))
    if (!steps) return false
    db.exec(`BEGIN IMMEDIATE; ${steps.map((step) => `${step};`).join(' ')}
      UPDATE projection SET version = ${replacedSoon}; COMMIT`)
    return true
  } catch {
    return false
  } finally {
    db.close()
  }
}
