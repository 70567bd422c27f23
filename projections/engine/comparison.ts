import { DatabaseSync } from 'node:sqlite'
import type { Place } from '#schemas/event.ts'

/** The difference of one table between the live file and the rebuilt one; `keys` names up to five of the rows. */
export type TableDifference = {
  table: string
  live_rows: number
  rebuilt_rows: number
  only_live: number
  only_rebuilt: number
  keys: string[]
}

/** A snapshot of the live file, to compare with a rebuilt one. */
export type Snapshot = {
  /** The place in the log of the live rows; its id is empty if an earlier version wrote them. */
  place: Place | null
  /** Compares row by row; the other file must be at the same position and not be written meanwhile. */
  compare: () => TableDifference[]
  close: () => void
}

const maxKeys = 5

type TableRow = { name: string; sql: string | null }

const isVirtual = ({ sql }: TableRow): boolean => sql !== null && /^CREATE VIRTUAL TABLE/i.test(sql)

/**
 * Tables of rows, without those that are of the file, and without full-text indices: those derive from the rows, and
 * their own tables depend on the order of writing.
 */
const rowTables = (db: DatabaseSync): string[] => {
  const tables = db
    .prepare("SELECT name, sql FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
    .all() as TableRow[]
  const virtual = tables.filter(isVirtual).map(({ name }) => `${name}_`)
  return tables
    .filter((table) => !isVirtual(table) && !table.name.startsWith('projection'))
    .map(({ name }) => name)
    .filter((name) => !virtual.some((prefix) => name.startsWith(prefix)))
    .sort()
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

const keyColumns = (db: DatabaseSync, table: string): string => {
  const columns = db.prepare(`PRAGMA main.table_info(${quoted(table)})`).all() as { name: string; pk: number }[]
  const keys = columns.filter(({ pk }) => pk > 0).map(({ name }) => `coalesce(${quoted(name)}, '')`)
  return keys.length > 0 ? keys.join(" || ' ' || ") : "''"
}

const compareTable = (db: DatabaseSync, table: string): TableDifference => {
  const count = (from: string): number => Number(db.prepare(`SELECT count(*) AS n FROM ${from}`).get()?.n)
  const live = `main.${quoted(table)}`
  const rebuilt = `rebuilt.${quoted(table)}`
  const onlyLive = `(SELECT * FROM ${live} EXCEPT SELECT * FROM ${rebuilt})`
  const onlyRebuilt = `(SELECT * FROM ${rebuilt} EXCEPT SELECT * FROM ${live})`
  const key = keyColumns(db, table)
  const named = db.prepare(
    `SELECT DISTINCT key FROM (SELECT ${key} AS key FROM ${onlyLive} UNION SELECT ${key} FROM ${onlyRebuilt})
     ORDER BY key LIMIT ${maxKeys}`,
  )
  return {
    table,
    live_rows: count(live),
    rebuilt_rows: count(rebuilt),
    only_live: count(onlyLive),
    only_rebuilt: count(onlyRebuilt),
    keys: (named.all() as { key: string }[]).map((row) => String(row.key)),
  }
}

/** The number of rows in all tables of a projection's file. */
export const rowsIn = (file: string): number => {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  try {
    const counts = rowTables(db).map((table) => db.prepare(`SELECT count(*) AS n FROM ${quoted(table)}`).get()?.n)
    return counts.reduce<number>((sum, count) => sum + Number(count), 0)
  } finally {
    db.close()
  }
}

/**
 * Opens a read transaction on the live file, which stays a snapshot until it is closed; writers continue. Both files
 * have the same tables, since they have the same version.
 */
export const openSnapshot = (liveFile: string, rebuiltFile: string): Snapshot => {
  const db = new DatabaseSync(liveFile, { readOnly: true, timeout: 5000 })
  db.prepare('ATTACH ? AS rebuilt').run(rebuiltFile)
  db.exec('BEGIN')
  const { position, event_id } = db.prepare('SELECT position, event_id FROM main.projection').get() ?? {}
  return {
    place: typeof position === 'string' ? { position, id: String(event_id ?? '') } : null,
    compare: () => rowTables(db).map((table) => compareTable(db, table)),
    close: () => db.close(),
  }
}
