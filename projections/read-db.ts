import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'

/** What a read model's file is made of. */
export type ReadFile = {
  name: string
  version: number
  /** CREATE TABLE and CREATE INDEX statements. */
  tables: string
}

export type SqlValue = string | number | bigint | null

/** A read model's file, with each statement prepared once. */
export type ReadDb = {
  /** Answers how many rows it changed. */
  run: (sql: string, ...values: SqlValue[]) => number
  all: <Row>(sql: string, ...values: SqlValue[]) => Row[]
  one: <Row>(sql: string, ...values: SqlValue[]) => Row | undefined
  /**
   * Brings what was written into the file itself and empties the log beside it, where blanked text would live on.
   * False where a reader is in the way.
   */
  settle: () => boolean
  /** All or nothing. */
  transaction: (work: () => void) => void
  close: () => void
}

/** Statements that are kept prepared; a search is worded by how many words are searched for, without end. */
const mostStatements = 500

/** A statement and the names of what it answers. */
type Prepared = { statement: StatementSync; columns: readonly string[] }

/** An object that is made here is quicker to make, to read and to write as JSON than the dictionary that SQLite gives. */
const rowOf = (columns: readonly string[], values: readonly unknown[]): object => {
  const row: Record<string, unknown> = {}
  for (let n = 0; n < columns.length; n += 1) row[columns[n] ?? ''] = values[n]
  return row
}

/** `beforeFirst` is called with each statement that is not kept prepared. */
export const wrap = (db: DatabaseSync, beforeFirst?: (sql: string) => void): ReadDb => {
  const statements = new Map<string, Prepared>()
  const prepare = (sql: string): Prepared => {
    const known = statements.get(sql)
    if (known) return known
    beforeFirst?.(sql)
    const statement = db.prepare(sql)
    statement.setReturnArrays(true)
    const prepared = { statement, columns: statement.columns().map(({ name }) => name) }
    const [oldest] = statements.keys()
    if (statements.size >= mostStatements && oldest !== undefined) statements.delete(oldest)
    statements.set(sql, prepared)
    return prepared
  }
  return {
    run: (sql, ...values) => Number(prepare(sql).statement.run(...values).changes),
    all: <Row>(sql: string, ...values: SqlValue[]) => {
      const { statement, columns } = prepare(sql)
      const rows = statement.all(...values) as unknown as unknown[][]
      return rows.map((row) => rowOf(columns, row)) as Row[]
    },
    one: <Row>(sql: string, ...values: SqlValue[]) => {
      const { statement, columns } = prepare(sql)
      const row = statement.get(...values) as unknown as unknown[] | undefined
      return row && (rowOf(columns, row) as Row)
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
    settle: () => db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0,
    close: () => db.close(),
  }
}

export const fileOf = (folder: string, projection: ReadFile): string =>
  folder === ':memory:' ? folder : join(folder, `${projection.name}.sqlite`)

const remove = (file: string): void => {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
}

/**
 * Whether the file is whole and was made by this version of the projection. All of it is looked at only where its last
 * writer did not close it, which leaves its log beside it: that takes the longer the more it holds.
 */
const isUsable = (file: string, projection: ReadFile): boolean => {
  if (!existsSync(file)) return false
  const closed = !existsSync(`${file}-wal`)
  try {
    const db = new DatabaseSync(file, { timeout: 5000 })
    try {
      const whole = closed || Object.values(db.prepare('PRAGMA quick_check(1)').get() ?? {})[0] === 'ok'
      return whole && db.prepare('SELECT version FROM projection').get()?.version === projection.version
    } finally {
      db.close()
    }
  } catch {
    return false
  }
}

/**
 * Kibibytes of a file that its writer keeps in memory, and pages of its log that are brought into it at once: ids are
 * random, so that the same pages are written again and again.
 */
const [keptKibibytes, loggedPages] = [8000, 4000]

/** Which version of the projection made the file, and the place of the last event that the rows hold. */
export const positionTable = 'CREATE TABLE IF NOT EXISTS projection (version INTEGER NOT NULL, position TEXT) STRICT;'

/**
 * Opens a projection's file for writing. A file that is missing, damaged or of another version is made anew,
 * empty, at no position. Read models are disposable, so commits do not wait for the disk.
 */
export const openForWriting = (folder: string, projection: ReadFile): ReadDb => {
  const file = fileOf(folder, projection)
  if (file !== ':memory:' && !isUsable(file, projection)) remove(file)
  const db = new DatabaseSync(file, { timeout: 5000 })
  db.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    PRAGMA secure_delete = ON;
    PRAGMA cache_size = -${keptKibibytes};
    PRAGMA wal_autocheckpoint = ${loggedPages};
    ${positionTable}
  `)
  if (!db.prepare('SELECT version FROM projection').get()) {
    db.exec(`BEGIN; ${projection.tables}`)
    db.prepare('INSERT INTO projection (version, position) VALUES (?, NULL)').run(projection.version)
    db.exec('COMMIT')
  }
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  return wrap(db)
}

/** Bytes of a file that are read as memory: what a query touches stays in the system's own cache, not in ours. */
const mapped = 1024 ** 3

/** Opens a projection's file for queries; it must exist. */
export const openForReading = (folder: string, projection: ReadFile): ReadDb => {
  const db = new DatabaseSync(fileOf(folder, projection), { readOnly: true, timeout: 5000 })
  db.exec(`PRAGMA mmap_size = ${mapped}`)
  return wrap(db)
}

/** Which version of its projection made a file, and the place of the last event that its rows hold. */
export const versionAndPositionOf = (db: ReadDb) =>
  db.one<{ version: number; position: string | null }>('SELECT version, position FROM projection')

/** Place of the last event that the rows hold, or null before the first. */
export const positionOf = (db: ReadDb): string | null => versionAndPositionOf(db)?.position ?? null

export const setPosition = (db: ReadDb, position: string): void => {
  db.run('UPDATE projection SET position = ?', position)
}
