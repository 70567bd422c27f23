import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'

/** Says whose file it is ("Slog") and which layout it has; a newer layout is refused, never guessed at. */
const APPLICATION_ID = 0x53_6c_6f_67
export const FORMAT = 1

/**
 * The whole file. A position is where an event would begin in a log file, so positions have gaps and nothing grows to
 * depend on dense ones. `stream` repeats what the newest event of its metadata stream says, so that appending and
 * reading need no second look-up; `verified_through` is the last position known to be sound (see `verify.ts`).
 */
const SCHEMA = `
  CREATE TABLE stream (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    truncate_before INTEGER,
    max_count INTEGER,
    max_age INTEGER
  ) STRICT;
  CREATE TABLE event (
    position INTEGER PRIMARY KEY,
    stream INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    id BLOB NOT NULL,
    type TEXT NOT NULL,
    created INTEGER NOT NULL,
    json INTEGER NOT NULL,
    checksum INTEGER NOT NULL,
    metadata BLOB NOT NULL,
    data BLOB NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX event_of_stream ON event (stream, revision);
  CREATE TABLE marker (verified_through INTEGER NOT NULL) STRICT;
  INSERT INTO marker VALUES (0);
  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = ${FORMAT};
`

/** A reason not to start, in one line for a person. */
export class CannotStart extends Error {}

const pragma = (db: DatabaseSync, name: string): SQLOutputValue | undefined =>
  Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0]

/** Throws CannotStart when the open database is not an event store file of a format this node reads. */
export function checkFormat(db: DatabaseSync, file: string): void {
  const format = Number(pragma(db, 'user_version'))
  if (pragma(db, 'application_id') !== APPLICATION_ID) throw new CannotStart(`${file} is not an event store file.`)
  if (format > FORMAT) {
    throw new CannotStart(`${file} was written by a newer version (format ${format}, this one reads ${FORMAT}).`)
  }
}

/** Opens or makes the file so that a commit is on the disk when it returns: write-ahead log, synchronous=FULL. */
export function openDatabase(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: 5000, enableForeignKeyConstraints: false })
  const empty = db.prepare('SELECT count(*) AS n FROM sqlite_schema').get()?.n === 0
  if (!empty) checkFormat(db, file)
  const journal = pragma(db, 'journal_mode = WAL')
  db.exec('PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000; PRAGMA cache_size = -65536')
  if (file !== ':memory:' && (journal !== 'wal' || pragma(db, 'synchronous') !== 2)) {
    throw new CannotStart(`${file} cannot be written durably here (journal ${journal}).`)
  }
  if (empty) db.exec(`BEGIN; ${SCHEMA}; COMMIT`)
  return db
}
