import { accessSync, closeSync, constants, fsyncSync, mkdirSync, openSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { crc32 } from 'node:zlib'

/** Says whose file it is ("Slog") and which layout it has; a newer layout is refused, never guessed at. */
const APPLICATION_ID = 0x53_6c_6f_67
const FORMAT = 1

/**
 * The whole file. A position is where an event would begin in a log file, so positions have gaps and nothing grows to
 * depend on dense ones. `stream` repeats what the newest event of its metadata stream says, so that appending and
 * reading need no second look-up; `verified_through` is the last position known to be sound (see `verify`).
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
function openDatabase(file: string): DatabaseSync {
  const db = new DatabaseSync(file, { timeout: 5000, enableForeignKeyConstraints: false })
  const empty = db.prepare('SELECT count(*) AS n FROM sqlite_schema').get()?.n === 0
  if (!empty) checkFormat(db, file)
  const journal = pragma(db, 'journal_mode = WAL')
  db.exec('PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000; PRAGMA cache_size = -32768')
  if (file !== ':memory:' && (journal !== 'wal' || pragma(db, 'synchronous') !== 2)) {
    throw new CannotStart(`${file} cannot be written durably here (journal ${journal}).`)
  }
  if (empty) db.exec(`BEGIN; ${SCHEMA}; COMMIT`)
  return db
}

/**
 * Holds the file for one node, for as long as the process lives: an exclusive transaction on a lock file beside it,
 * which the system ends however the process does. The event store file itself stays readable for a backup.
 */
function lockFile(file: string): { release(): void } {
  const folder = dirname(file)
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
  } catch (error) {
    throw new CannotStart(`Cannot write into ${folder} (${(error as NodeJS.ErrnoException).code}).`)
  }
  const lock = new DatabaseSync(`${file}.lock`, { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch {
    lock.close()
    throw new CannotStart(`${file} is in use by another event store node.`)
  }
  return { release: () => lock.close() }
}

/** A new file is there after a power cut only once its folder is on the disk too. */
export function syncFolderOf(file: string): void {
  const folder = openSync(dirname(file), 'r')
  fsyncSync(folder)
  closeSync(folder)
}

type Checked = {
  position: number
  stream: number
  revision: number
  id: Uint8Array
  type: string
  created: number
  json: number
  metadata: Uint8Array
  data: Uint8Array
}

/** CRC-32 over everything an event row holds; SQLite checks its log, but not the pages of the file itself. */
export function checksumOf(event: Checked): number {
  const { position, stream, revision, type, created, json } = event
  const fields = crc32(event.id, crc32(`${position} ${stream} ${revision} ${created} ${json} ${type}`))
  return crc32(event.data, crc32(event.metadata, fields))
}

type Row = Checked & { checksum: number; indexed: number | null }

/**
 * Checks every event written since the file was last known to be sound: its checksum, and that its stream finds it.
 * After an orderly stop there are none, so a start costs what was written since, not what the file holds.
 */
export function verify(db: DatabaseSync, file: string): void {
  const marker = db.prepare('SELECT verified_through AS position FROM marker').get()?.position as number
  const rows = db.prepare(`
    SELECT e.*, i.position AS indexed FROM event e
    LEFT JOIN stream s ON s.id = e.stream
    LEFT JOIN event i INDEXED BY event_of_stream ON i.stream = s.id AND i.revision = e.revision
    WHERE e.position > ? ORDER BY e.position`)
  for (const row of rows.iterate(marker) as unknown as Iterable<Row>) {
    if (row.indexed === row.position && checksumOf(row) === row.checksum) continue
    throw new CannotStart(`${file} is damaged at position ${row.position}. Restore a backup.`)
  }
  markVerified(db)
}

/** Notes that everything in the file is sound. */
function markVerified(db: DatabaseSync): void {
  db.exec('UPDATE marker SET verified_through = (SELECT coalesce(max(position), 0) FROM event)')
}

/** The open file: its one connection, and the way to leave it so that the next start need not check it. */
export type OpenFile = { db: DatabaseSync; close(): void }

/** Opens the event store file for one node, or a memory that nothing outlasts. Throws CannotStart. */
export function openFile(file: string): OpenFile {
  if (file === ':memory:') {
    const db = openDatabase(file)
    return { db, close: () => db.close() }
  }
  const path = resolve(file)
  const lock = lockFile(path)
  try {
    const db = openDatabase(path)
    verify(db, path)
    syncFolderOf(path)
    const close = () => {
      markVerified(db)
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      db.close()
      lock.release()
    }
    return { db, close }
  } catch (error) {
    lock.release()
    if (error instanceof CannotStart) throw error
    throw new CannotStart(`Cannot open ${path} (${error instanceof Error ? error.message : String(error)}).`)
  }
}
