import { DatabaseSync } from 'node:sqlite'

/** How one table of the live file and of the one built anew differ; `keys` names up to five of the rows. */
export type TableDifference = {
  table: string
  live_rows: number
  rebuilt_rows: number
  only_live: number
  only_rebuilt: number
  keys: string[]
}

/** The live file as it was at one moment, beside one that is built anew. */
export type Snapshot = {
  /** The place in the log that the live rows hold. */
  position: string | null
  /** Compares row by row; the other file must hold the same place and not be written meanwhile. */
  compare: () => TableDifference[]
  close: () => void
}

const mostKeys = 5

type TableRow = { name: string; sql: string | null }

const isVirtual = ({ sql }: TableRow): boolean => sql !== null && /^CREATE VIRTUAL TABLE/i.test(sql)

/** Tables of rows: an index for full text is made from those, and its own tables depend on the order of writing. */
const rowTables = (db: DatabaseSync): string[] => {
  const tables = db
    .prepare("SELECT name, sql FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
    .all() as TableRow[]
  const virtual = tables.filter(isVirtual).map(({ name }) => `${name}_`)
  return tables
    .filter((table) => !isVirtual(table) && table.name !== 'projection')
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
  const [live, rebuilt] = [`main.${quoted(table)}`, `rebuilt.${quoted(table)}`]
  const onlyLive = `(SELECT * FROM ${live} EXCEPT SELECT * FROM ${rebuilt})`
  const onlyRebuilt = `(SELECT * FROM ${rebuilt} EXCEPT SELECT * FROM ${live})`
  const key = keyColumns(db, table)
  const named = db.prepare(
    `SELECT DISTINCT key FROM (SELECT ${key} AS key FROM ${onlyLive} UNION SELECT ${key} FROM ${onlyRebuilt})
     ORDER BY key LIMIT ${mostKeys}`,
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

/** Rows of all tables of a projection's file together. */
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
 * Holds the live file of a projection at one moment, for as long as it takes: those who write it go on.
 * Both files have the same tables, being of the same version.
 */
export const openSnapshot = (liveFile: string, rebuiltFile: string): Snapshot => {
  const db = new DatabaseSync(liveFile, { readOnly: true, timeout: 5000 })
  db.prepare('ATTACH ? AS rebuilt').run(rebuiltFile)
  db.exec('BEGIN')
  const position = db.prepare('SELECT position FROM main.projection').get()?.position
  return {
    position: typeof position === 'string' ? position : null,
    compare: () => rowTables(db).map((table) => compareTable(db, table)),
    close: () => db.close(),
  }
}
