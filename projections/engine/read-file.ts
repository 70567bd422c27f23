import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isLocked } from './file-failure.ts'

/** The definition of a read model's file. */
export type ReadFile = {
  name: string
  version: number
  /** CREATE TABLE and CREATE INDEX statements. */
  tables: string
  /** Statements that merge what a build leaves in pieces. */
  merge?: string
}

export const fileOf = (folder: string, projection: ReadFile): string =>
  folder === ':memory:' ? folder : join(folder, `${projection.name}.sqlite`)

/** Removes a file with its write-ahead log. */
export const remove = (file: string): void => {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
}

/** The tables, indices and triggers of a file as one text, without differences of formatting. */
const schemaOf = (db: DatabaseSync): string => {
  const rows = db.prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name <> 'projection' ORDER BY name")
  return rows
    .all()
    .map(({ sql }) => String(sql).replace(/\s+/g, ' '))
    .join(';')
}

/** The schema that a projection's tables have in the code. */
const declaredSchema = ({ tables }: ReadFile): string => {
  const db = new DatabaseSync(':memory:')
  try {
    db.exec(tables)
    return schemaOf(db)
  } finally {
    db.close()
  }
}

/**
 * The state of a file for a projection; one of an `earlier` version is undamaged, and has a position in the log. A
 * `damaged` one cannot be read, and an `unfit` one was never written to, or by something else.
 */
type Standing = 'current' | 'earlier' | 'missing' | 'damaged' | 'unfit'

/** Milliseconds to wait for a file that another connection has locked. */
export const lockTimeout = 5000

/**
 * The state of the file for the projection: current with its version and its tables. The whole file is checked only
 * when its last writer did not close it, which leaves a write-ahead log: the check takes longer the larger the file is.
 * Throws the error of SQLite if the file stays locked: then nothing is known of it.
 */
export const standingOf = (file: string, projection: ReadFile, timeout = lockTimeout): Standing => {
  if (!existsSync(file)) return 'missing'
  const closed = !existsSync(`${file}-wal`)
  try {
    const db = new DatabaseSync(file, { timeout })
    try {
      const undamaged = closed || Object.values(db.prepare('PRAGMA quick_check(1)').get() ?? {})[0] === 'ok'
      if (!undamaged) return 'damaged'
      const { version, position } = db.prepare('SELECT version, position FROM projection').get() ?? {}
      if (version === projection.version && schemaOf(db) === declaredSchema(projection)) return 'current'
      return typeof position === 'string' ? 'earlier' : 'unfit'
    } finally {
      db.close()
    }
  } catch (error) {
    if (isLocked(error)) throw error
    return 'damaged'
  }
}

/** The log line of a read model whose file was damaged. */
export const damagedFile = (name: string): string =>
  `The file of the read model ${name} was damaged; it is built anew from the log.`
