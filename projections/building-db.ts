import { DatabaseSync } from 'node:sqlite'
import { fileOf, positionTable, type ReadDb, type ReadFile, wrap } from './read-db.ts'

/** A read model's file while it is built from the log: `finish` makes it one like any other, at a place in the log. */
export type BuildingDb = ReadDb & { finish: (position: string | null) => void }

/** Kibibytes of the file that are kept in memory, and that an index is sorted in, however long the log is. */
const keptKibibytes = 16_000

type Index = { name: string; tbl_name: string; sql: string }

/** Indices of tables that no trigger works on: nothing tells by which index that would look rows up. */
const indicesToMake = (db: DatabaseSync): Index[] => {
  const triggers = db.prepare("SELECT sql FROM sqlite_schema WHERE type = 'trigger'").all()
  const work = triggers.map(({ sql }) => String(sql).replace(/^.*?\bBEGIN\b/is, '')).join('\n')
  const indices = db.prepare("SELECT name, tbl_name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL")
  return (indices.all() as Index[]).filter(({ tbl_name }) => !new RegExp(`\\b${tbl_name}\\b`, 'i').test(work))
}

/** Sets how many bytes of the words of each index for full text are gathered in memory before they are laid down. */
const gatherWords = (db: DatabaseSync, bytes: number): void => {
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE % USING fts5%'").all()
  for (const { name } of tables) db.exec(`INSERT INTO ${name} (${name}, rank) VALUES ('hashsize', ${bytes})`)
}
/** SQLite's own value, and one that keeps what is laid down from being merged again and again. */
const [usualWords, manyWords] = [1024 ** 2, 8 * 1024 ** 2]

/**
 * Opens the file of a projection that is built beside the live one, empty. Until it is finished nobody reads it, and
 * what a crash leaves of it is thrown away: so there is no journal, and all of it is one transaction. Its indices come
 * last, when they can be laid down in their own order, which is several times cheaper than row by row at random places.
 * Only those that a handler finds rows by are made at once when it first asks for them: without them each such event
 * would go through the whole table.
 */
export const openForBuilding = (folder: string, projection: ReadFile): BuildingDb => {
  const db = new DatabaseSync(fileOf(folder, projection))
  db.exec(`
    PRAGMA journal_mode = OFF;
    PRAGMA synchronous = OFF;
    PRAGMA secure_delete = ON;
    PRAGMA cache_size = -${keptKibibytes};
    BEGIN;
    ${positionTable}
    ${projection.tables}
  `)
  const missing = new Map(indicesToMake(db).map(({ name, sql }) => [name, sql]))
  for (const name of missing.keys()) db.exec(`DROP INDEX "${name}"`)
  gatherWords(db, manyWords)

  const make = (name: string): void => {
    const sql = missing.get(name)
    missing.delete(name)
    if (sql) db.exec(sql)
  }
  /** All the tables and indices without a row, to ask what a statement would look rows up by. */
  const whole = new DatabaseSync(':memory:')
  whole.exec(projection.tables)
  const makeWhatItNeeds = (sql: string): void => {
    for (const { detail } of whole.prepare(`EXPLAIN QUERY PLAN ${sql}`).all()) {
      const [, name] = /INDEX (\w+)/.exec(String(detail)) ?? []
      if (name) make(name)
    }
  }

  const close = () => {
    whole.close()
    db.close()
  }
  return {
    ...wrap(db, makeWhatItNeeds),
    close,
    finish: (position) => {
      for (const name of [...missing.keys()]) make(name)
      gatherWords(db, usualWords)
      db.prepare('INSERT INTO projection (version, position) VALUES (?, ?)').run(projection.version, position)
      db.exec('COMMIT; PRAGMA journal_mode = WAL')
      close()
    },
  }
}
