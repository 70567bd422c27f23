import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { Place } from '#schemas/event.ts'
import { fileOf, lockTimeout, type ReadFile, remove, standingOf } from './read-file.ts'

export type SqlValue = string | number | bigint | null

/**
 * A read model's file, with each statement prepared once. Statements say `LIMIT ? + 0`: SQLite plans one that says
 * `LIMIT ?` again whenever it is run, since the plan depends on the number, and that takes 13 us.
 */
export type ReadDb = {
  /** Runs a statement; returns the number of changed rows. */
  run: (sql: string, ...values: SqlValue[]) => number
  all: <Row>(sql: string, ...values: SqlValue[]) => Row[]
  one: <Row>(sql: string, ...values: SqlValue[]) => Row | undefined
  /**
   * Moves the write-ahead log into the file and truncates it, so that blanked text does not survive there. Returns
   * false while a reader prevents it.
   */
  checkpoint: () => boolean
  /** Runs an action in one transaction. */
  transaction: (work: () => void) => void
  close: () => void
  /** Where it reads the past: no record was made after this instant. */
  latest?: () => string
}

/** Statements that stay prepared. A search has a statement for each number of words, so their number has no limit. */
const maxStatements = 500

/** A statement, and what makes an object of the values that it returns for a row. */
type Prepared = { statement: StatementSync; rowOf: (values: readonly unknown[]) => object }

/** An object literal is faster to create, to read and to serialize than the dictionary object that SQLite returns. */
const rowWith =
  (columns: readonly string[]) =>
  (values: readonly unknown[]): object => {
    const row: Record<string, unknown> = {}
    for (let n = 0; n < columns.length; n += 1) row[columns[n] ?? ''] = values[n]
    return row
  }

/** Statements of a database, each prepared once. */
export const wrap = (db: DatabaseSync): ReadDb => {
  const statements = new Map<string, Prepared>()
  const prepare = (sql: string): Prepared => {
    const known = statements.get(sql)
    if (known) return known
    const statement = db.prepare(sql)
    statement.setReturnArrays(true)
    const prepared = { statement, rowOf: rowWith(statement.columns().map(({ name }) => name)) }
    const [oldest] = statements.keys()
    if (statements.size >= maxStatements && oldest !== undefined) statements.delete(oldest)
    statements.set(sql, prepared)
    return prepared
  }
  return {
    run: (sql, ...values) => Number(prepare(sql).statement.run(...values).changes),
    all: <Row>(sql: string, ...values: SqlValue[]) => {
      const { statement, rowOf } = prepare(sql)
      return (statement.all(...values) as unknown as unknown[][]).map(rowOf) as Row[]
    },
    one: <Row>(sql: string, ...values: SqlValue[]) => {
      const { statement, rowOf } = prepare(sql)
      const row = statement.get(...values) as unknown as unknown[] | undefined
      return row && (rowOf(row) as Row)
    },
    transaction: (work) => {
      db.exec('BEGIN IMMEDIATE')
      try {
        work()
        db.exec('COMMIT')
      } catch (error) {
        db.exec('ROLLBACK')
        throw error
      }
    },
    checkpoint: () => db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0,
    close: () => db.close(),
  }
}

/**
 * Kibibytes of a file that its writer caches, and pages of the write-ahead log per checkpoint: ids are random, so the
 * same pages are written repeatedly.
 */
const cacheKibibytes = 8000
const checkpointPages = 4000

/** The version of the projection that wrote the file, and the position and id of the event that it has reached. */
export const positionTable =
  'CREATE TABLE IF NOT EXISTS projection (version INTEGER NOT NULL, position TEXT, event_id TEXT) STRICT;'

/** Gives the file of an earlier version the column of the event's id. */
const addEventId = (db: DatabaseSync): void => {
  const columns = db.prepare('PRAGMA table_info(projection)').all()
  if (!columns.some(({ name }) => name === 'event_id')) db.exec('ALTER TABLE projection ADD COLUMN event_id TEXT')
}

/**
 * Opens a projection's file for writing as it is. Read models are disposable, so commits do not wait for the disk, and what
 * a new file holds waits for it once, in the checkpoint.
 */
export const openAsItIs = (folder: string, projection: ReadFile): ReadDb => {
  const db = new DatabaseSync(fileOf(folder, projection), { timeout: lockTimeout })
  db.exec(`
    PRAGMA synchronous = OFF;
    PRAGMA journal_mode = WAL;
    PRAGMA secure_delete = ON;
    PRAGMA cache_size = -${cacheKibibytes};
    PRAGMA wal_autocheckpoint = ${checkpointPages};
    ${positionTable}
  `)
  addEventId(db)
  if (!db.prepare('SELECT version FROM projection').get()) {
    db.exec(`BEGIN; ${projection.tables}`)
    db.prepare('INSERT INTO projection (version, position) VALUES (?, NULL)').run(projection.version)
    db.exec('COMMIT')
  }
  db.exec('PRAGMA synchronous = NORMAL; PRAGMA wal_checkpoint(TRUNCATE)')
  return wrap(db)
}

/**
 * Opens a projection's file for writing. A file that is missing, damaged, of another version or with other tables is
 * replaced by an empty one at no position.
 * @param onDamaged called with the name of a projection whose file was damaged
 */
export const openForWriting = (
  folder: string,
  projection: ReadFile,
  onDamaged: (name: string) => void = () => {},
): ReadDb => {
  const file = fileOf(folder, projection)
  const standing = file === ':memory:' ? 'current' : standingOf(file, projection)
  if (standing === 'damaged') onDamaged(projection.name)
  if (standing !== 'current') remove(file)
  return openAsItIs(folder, projection)
}

/**
 * Bytes of a file that are mapped into memory: pages that a query reads stay in the page cache of the operating system.
 */
const mappedBytes = 1024 ** 3

/** Opens a projection's file for queries; it must exist. */
export const openForReading = (folder: string, projection: ReadFile): ReadDb => {
  const db = new DatabaseSync(fileOf(folder, projection), { readOnly: true, timeout: lockTimeout })
  db.exec(`PRAGMA mmap_size = ${mappedBytes}`)
  return wrap(db)
}

/** Position of the last applied event, or null before the first. */
export const positionOf = (db: ReadDb): string | null =>
  db.one<{ position: string | null }>('SELECT position FROM projection')?.position ?? null

/** Id of the event at that position; empty if an earlier version wrote it. */
export const eventIdOf = (db: ReadDb): string =>
  db.one<{ event_id: string | null }>('SELECT event_id FROM projection')?.event_id ?? ''

export const setPlace = (db: ReadDb, { position, id }: Place): void => {
  db.run('UPDATE projection SET position = ?, event_id = ?', position, id)
}
