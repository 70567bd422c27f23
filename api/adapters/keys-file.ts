import { DatabaseSync } from 'node:sqlite'
import type { KeyNote } from './kept-keys.ts'

const makeTables = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA secure_delete = ON;
  CREATE TABLE IF NOT EXISTS person_keys (person_id TEXT PRIMARY KEY, wrapped BLOB, destroyed INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS log (id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS note (name TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT, WITHOUT ROWID;
`

/** Those keys of a person, ?1, that have a name of their own; "0" is what follows the slash. */
export const othersOfPerson = `person_id > ?1 || '/' AND person_id < ?1 || '0'`

/**
 * Opens a file of keys: to read it, to share it with other processes, or `alone`, which fails at once while another has it open
 * and keeps others out. It is made if it is missing, unless it is only read.
 */
export const openKeysFile = (file: string, use: 'reading' | 'shared' | 'alone') => {
  const db = new DatabaseSync(file, { readOnly: use === 'reading', timeout: use === 'alone' ? 0 : 5000 })
  try {
    if (use === 'alone') db.exec('PRAGMA locking_mode = EXCLUSIVE')
    if (use !== 'reading') db.exec(makeTables)
    const tables = new Set(
      db
        .prepare('SELECT name FROM sqlite_master')
        .all()
        .map(({ name }) => name),
    )
    return {
      db,
      isOfKeys: tables.has('person_keys'),
      /** The id of the log has a table of its own, which earlier versions read. */
      note: (name: KeyNote): string | undefined => {
        if (!tables.has(name === 'log' ? 'log' : 'note')) return undefined
        const row =
          name === 'log'
            ? db.prepare('SELECT id AS text FROM log').get()
            : db.prepare('SELECT text FROM note WHERE name = ?').get(name)
        return row && String(row.text)
      },
    }
  } catch (error) {
    db.close()
    throw error
  }
}
