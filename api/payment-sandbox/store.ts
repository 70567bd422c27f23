import { DatabaseSync, type SQLInputValue, type SQLOutputValue } from 'node:sqlite'
import { type Filter, listing, type Part } from './query.ts'

/** The fields of every object of the API. */
export type Entity = { id: string; object: string }

/** What is written: its customer and its second of creation can be looked up. */
type Saved = Entity & { customer?: unknown; created?: number }

export type Row = { [column: string]: SQLOutputValue }

export type Store = {
  find: <T extends Entity>(object: T['object'], id: string) => T | undefined
  /** The same for one that another names, which is there. */
  get: <T extends Entity>(object: T['object'], id: string) => T
  /** Of any kind. */
  findAny: (id: string) => Entity | undefined
  /**
   * Writes an object whole, and answers it.
   * @param due second at which it changes by itself; none: never
   * @param owner the customer that it is looked up by, where it does not name one
   */
  put: <T extends Saved>(object: T, due?: number | null, owner?: string) => T
  remove: (id: string) => void
  /** The objects whose fields (a JSON path each) have these values, newest first. */
  list: <T extends Entity>(object: T['object'], filter?: Filter, part?: Part) => T[]
  /** The first object to change by itself, at this second or before. */
  nextDue: (until: number) => { id: string; due: number } | undefined
  /** A value of the sandbox itself. */
  setting: (name: string) => string | undefined
  setSetting: (name: string, value: string) => void
  /** All or nothing; a transaction within another is a part of it that can fail alone. */
  transaction: <T>(work: () => T) => T
  /** The rows of a statement on one of the tables that hold no objects; it is prepared once. */
  rows: (sql: string, ...values: SQLInputValue[]) => Row[]
  close: () => void
}

const tables = `
  CREATE TABLE IF NOT EXISTS objects (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    object TEXT NOT NULL,
    customer TEXT,
    created INTEGER,
    due INTEGER,
    body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS of_kind ON objects (object, seq);
  CREATE INDEX IF NOT EXISTS of_customer ON objects (customer, object, seq);
  CREATE INDEX IF NOT EXISTS of_time ON objects (object, created, seq);
  CREATE INDEX IF NOT EXISTS due ON objects (due) WHERE due IS NOT NULL;
  CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS idempotency (
    key TEXT PRIMARY KEY, call TEXT NOT NULL, params TEXT NOT NULL, status INTEGER NOT NULL, body TEXT NOT NULL,
    request_id TEXT NOT NULL, created INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS idempotency_by_age ON idempotency (created);
  CREATE TABLE IF NOT EXISTS journal (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, created INTEGER NOT NULL, method TEXT NOT NULL, path TEXT NOT NULL,
    status INTEGER, idempotency_key TEXT, replayed INTEGER NOT NULL, request_id TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS deliveries (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, event TEXT NOT NULL, tries INTEGER NOT NULL, at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS deliveries_by_time ON deliveries (at, seq);
`

/** Opens the file of the sandbox, or `:memory:`. */
export const openStore = (file: string): Store => {
  const db = new DatabaseSync(file)
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -2000')
  db.exec(tables)
  const statements = new Map<string, ReturnType<typeof db.prepare>>()
  const prepared = (sql: string) => {
    const statement = statements.get(sql) ?? db.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
  const findAny = (id: string): Entity | undefined => {
    const row = prepared('SELECT body FROM objects WHERE id = ?').get(id)
    return row === undefined ? undefined : JSON.parse(String(row.body))
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

  // Each kind of object has one type of the SDK.
  const find = <T extends Entity>(object: T['object'], id: string): T | undefined => {
    const found = findAny(id)
    return found?.object === object ? (found as T) : undefined
  }

  return {
    find,
    get: <T extends Entity>(object: T['object'], id: string) => {
      const found = find<T>(object, id)
      if (found === undefined) throw new Error(`The ${object} ${id} is gone.`)
      return found
    },
    findAny,
    put: (object, due = null, owner) => {
      const customer = owner ?? object.customer
      prepared(
        `INSERT INTO objects (id, object, customer, created, due, body) VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET customer = excluded.customer, due = excluded.due, body = excluded.body`,
      ).run(
        object.id,
        object.object,
        typeof customer === 'string' ? customer : null,
        object.created ?? null,
        due,
        JSON.stringify(object),
      )
      return object
    },
    remove: (id) => {
      prepared('DELETE FROM objects WHERE id = ?').run(id)
    },
    list: (object, filter = {}, part = {}) => {
      const { sql, values } = listing(object, filter, part)
      const found = prepared(sql)
        .all(...values)
        .map(({ body }) => JSON.parse(String(body)))
      return part.before === undefined ? found : found.toReversed()
    },
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
    rows: (sql, ...values) => prepared(sql).all(...values),
    close: () => db.close(),
  }
}
