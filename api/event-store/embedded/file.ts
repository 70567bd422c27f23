import { accessSync, closeSync, constants, fsyncSync, mkdirSync, openSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { crc32 } from 'node:zlib'

/** The SQLite application id ("Slog") and the format version; a newer format is refused. */
const applicationId = 0x53_6c_6f_67
const formatVersion = 1

/**
 * The schema. A position is the offset that an event would have in a log file: positions have gaps, so that nothing
 * comes to depend on dense ones. `stream` repeats the limits from the newest event of the stream's metadata stream, so
 * that appending and reading need no second look-up. `verified_through` is the last position known to be sound (see
 * `verify`).
 */
const schema = `
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
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${formatVersion};
`

/** SQLite's code of a database that another process has locked. */
const sqliteBusy = 5

/** The reason why the node cannot start, in one line for a person. */
export class CannotStart extends Error {}

const cannotOpen = (path: string, error: unknown): CannotStart =>
  new CannotStart(`Cannot open ${path} (${error instanceof Error ? error.message : String(error)}).`)

const pragma = (db: DatabaseSync, name: string): SQLOutputValue | undefined =>
  Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0]

/** Throws CannotStart if the open database is not an event store file of a format that this node reads. */
export const checkFormat = (db: DatabaseSync, file: string): void => {
  const format = Number(pragma(db, 'user_version'))
  if (pragma(db, 'application_id') !== applicationId) throw new CannotStart(`${file} is not an event store file.`)
  if (format > formatVersion) {
    throw new CannotStart(`${file} was written by a newer version (format ${format}, this one reads ${formatVersion}).`)
  }
}

/** Opens or creates the file so that a commit is durable when it returns: write-ahead log, synchronous=FULL. */
const openDatabase = (file: string): DatabaseSync => {
  const db = new DatabaseSync(file, { timeout: 5000, enableForeignKeyConstraints: false })
  const empty = db.prepare('SELECT count(*) AS n FROM sqlite_schema').get()?.n === 0
  if (!empty) checkFormat(db, file)
  const journal = pragma(db, 'journal_mode = WAL')
  db.exec('PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000; PRAGMA cache_size = -32768')
  if (file !== ':memory:' && (journal !== 'wal' || pragma(db, 'synchronous') !== 2)) {
    throw new CannotStart(`${file} cannot be written durably here (journal ${journal}).`)
  }
  if (empty) db.exec(`BEGIN; ${schema}; COMMIT`)
  return db
}

/**
 * Locks the file for one node as long as the process lives, by an exclusive transaction on a separate lock file, which
 * the system releases however the process ends. The event store file itself stays readable for a backup.
 */
export const lockFile = (file: string): { release(): void } => {
  const folder = dirname(file)
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
  } catch (error) {
    throw new CannotStart(`Cannot write into ${folder} (${(error as NodeJS.ErrnoException).code}).`)
  }
  const lock = new DatabaseSync(`${file}.lock`, { timeout: 0 })
  try {
    // A journal on the disk would need room there.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode !== sqliteBusy) throw cannotOpen(`${file}.lock`, error)
    throw new CannotStart(`${file} is in use by another event store node.`)
  }
  return { release: () => lock.close() }
}

/** Syncs the folder of a file: without it, a new file may be missing after a power cut. */
export const syncFolderOf = (file: string): void => {
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

/** A CRC-32 over all columns of an event row; SQLite checks its log, but not the pages of the file itself. */
export const checksumOf = (event: Checked): number => {
  const { position, stream, revision, type, created, json } = event
  const fields = crc32(event.id, crc32(`${position} ${stream} ${revision} ${created} ${json} ${type}`))
  return crc32(event.data, crc32(event.metadata, fields))
}

type Row = Checked & { checksum: number; indexed: number | null }

/**
 * Checks the checksum and the stream index of every event that was written since the file was last known to be sound.
 * After an orderly stop there are none, and after a kill a bounded number, since the log marks what is sound as it grows
 * (log.ts): the cost of a start does not depend on the size of the file.
 */
export const verify = (db: DatabaseSync, file: string): void => {
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

/** Records that everything in the file is sound. */
const markVerified = (db: DatabaseSync): void => {
  db.exec('UPDATE marker SET verified_through = (SELECT coalesce(max(position), 0) FROM event)')
}

/** The open file: its only connection, and `close`, after which the next start need not verify it. */
export type OpenFile = { db: DatabaseSync; close(): void }

/** Opens the event store file for one node, or a database in memory. Throws CannotStart. */
export const openFile = (file: string): OpenFile => {
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
    throw error instanceof CannotStart ? error : cannotOpen(path, error)
  }
}
