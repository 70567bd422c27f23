import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'

/** What every object of the API has. */
export type Entity = { id: string; object: string }

export type Filter = { [field: string]: string | number | boolean | undefined }

export type Store = {
  find: <T extends Entity>(object: T['object'], id: string) => T | undefined
  /** Of any kind. */
  findAny: (id: string) => Entity | undefined
  /**
   * Writes an object whole.
   * @param due second at which it changes by itself; none: never
   */
  put: (object: Entity & { customer?: unknown }, due?: number | null) => void
  remove: (id: string) => void
  /** The objects whose fields (a JSON path each) have these values, newest first. */
  list: <T extends Entity>(object: T['object'], filter?: Filter) => T[]
  /** The first object to change by itself, at this second or before. */
  nextDue: (until: number) => { id: string; due: number } | undefined
  /** A value of the sandbox itself. */
  setting: (name: string) => string | undefined
  setSetting: (name: string, value: string) => void
  /** All or nothing; a transaction within another is a part of it that can fail alone. */
  transaction: <T>(work: () => T) => T
  db: DatabaseSync
  close: () => void
}

const TABLES = `
  CREATE TABLE IF NOT EXISTS objects (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    object TEXT NOT NULL,
    customer TEXT,
    due INTEGER,
    body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS of_kind ON objects (object, seq);
  CREATE INDEX IF NOT EXISTS of_customer ON objects (customer, object, seq);
  CREATE INDEX IF NOT EXISTS due ON objects (due) WHERE due IS NOT NULL;
  CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS idempotency (
    key TEXT PRIMARY KEY, call TEXT NOT NULL, params TEXT NOT NULL, status INTEGER NOT NULL, body TEXT NOT NULL,
    request_id TEXT NOT NULL, created INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS journal (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, created INTEGER NOT NULL, method TEXT NOT NULL, path TEXT NOT NULL,
    status INTEGER, idempotency_key TEXT, replayed INTEGER NOT NULL, request_id TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS deliveries (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, event TEXT NOT NULL, tries INTEGER NOT NULL, at INTEGER NOT NULL
  ) STRICT;
`

const parse = (row: Record<string, unknown> | undefined): Entity | undefined =>
  row === undefined ? undefined : JSON.parse(String(row.body))

/** Opens the file of the sandbox, or `:memory:`. */
export const openStore = (file: string): Store => {
  const db = new DatabaseSync(file)
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -2000')
  db.exec(TABLES)
  const statements = new Map<string, StatementSync>()
  const prepared = (sql: string): StatementSync => {
    const statement = statements.get(sql) ?? db.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
  const findAny = (id: string): Entity | undefined => parse(prepared('SELECT body FROM objects WHERE id = ?').get(id))

  const list = <T extends Entity>(object: T['object'], filter: Filter = {}): T[] => {
    const conditions = ['object = ?']
    const values: SQLInputValue[] = [object]
    for (const [field, value] of Object.entries(filter)) {
      if (value === undefined) continue
      conditions.push(field === 'customer' ? 'customer = ?' : `json_extract(body, '$.${field}') = ?`)
      values.push(typeof value === 'boolean' ? Number(value) : value)
    }
    const sql = `SELECT body FROM objects WHERE ${conditions.join(' AND ')} ORDER BY seq DESC`
    return prepared(sql)
      .all(...values)
      .map((row) => JSON.parse(String(row.body)))
  }

  let depth = 0
  const transaction = <T>(work: () => T): T => {
    const inner = depth > 0
    db.exec(inner ? `SAVEPOINT at${depth}` : 'BEGIN IMMEDIATE')
    depth += 1
    try {
      const result = work()
      depth -= 1
      db.exec(inner ? `RELEASE at${depth}` : 'COMMIT')
      return result
    } catch (error) {
      depth -= 1
      db.exec(inner ? `ROLLBACK TO at${depth}` : 'ROLLBACK')
      throw error
    }
  }

  return {
    // Each kind of object has one type of the SDK.
    find: <T extends Entity>(object: T['object'], id: string) => {
      const found = findAny(id)
      return found?.object === object ? (found as T) : undefined
    },
    findAny,
    put: (object, due = null) => {
      const customer = object.object === 'customer' ? object.id : object.customer
      prepared(
        `INSERT INTO objects (id, object, customer, due, body) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET customer = excluded.customer, due = excluded.due, body = excluded.body`,
      ).run(object.id, object.object, typeof customer === 'string' ? customer : null, due, JSON.stringify(object))
    },
    remove: (id) => {
      prepared('DELETE FROM objects WHERE id = ?').run(id)
    },
    list,
    nextDue: (until) => {
      const row = prepared('SELECT id, due FROM objects WHERE due <= ? ORDER BY due, seq LIMIT 1').get(until)
      return row === undefined ? undefined : { id: String(row.id), due: Number(row.due) }
    },
    setting: (name) => {
      const row = prepared('SELECT value FROM settings WHERE name = ?').get(name)
      return row === undefined ? undefined : String(row.value)
    },
    setSetting: (name, value) => {
      prepared('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)').run(name, value)
    },
    transaction,
    db,
    close: () => db.close(),
  }
}
