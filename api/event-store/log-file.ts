import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import {
  CannotStart,
  checkFormat,
  checksumOf,
  defaultReserve,
  expectNoStream,
  logIn,
  openFile,
  roomOn,
} from './embedded/stored-log.ts'
import { isOwnStream } from './own-streams.ts'
import { CannotCopy, notInOrder, type Page, type TargetLog, type WholeEvent, type WholeLog } from './whole-log.ts'

/** Events of a page, of the product and of others. */
const pageSize = 5000

type Row = {
  position: number
  stream: number
  name: string
  revision: number
  id: Uint8Array
  type: string
  created: number
  json: number
  checksum: number
  metadata: Uint8Array
  data: Uint8Array
}

const uuidOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

const toWholeEvent = ({ position, name, revision, id, type, json, data, metadata }: Row): WholeEvent => ({
  position: String(position),
  stream: name,
  revision,
  id: uuidOf(id),
  type,
  json: json === 1,
  data,
  metadata,
})

const select = 'SELECT e.*, s.name FROM event e CROSS JOIN stream s ON s.id = e.stream'

/** Reads a file over an open database; every event is checked. */
const readerIn = (db: DatabaseSync, file: string): Omit<WholeLog, 'close'> => {
  const next = db.prepare(`${select} WHERE e.position > ? ORDER BY e.position LIMIT ${pageSize}`)
  const ofStream = db.prepare(`${select} WHERE s.name = ? ORDER BY e.revision`)
  const atPosition = db.prepare(`${select} WHERE e.position = ?`)
  const newest = db.prepare('SELECT coalesce(max(position), 0) AS position FROM event')
  const size = db.prepare('SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size')

  const checked = (row: Row): WholeEvent => {
    if (checksumOf(row) === row.checksum) return toWholeEvent(row)
    throw new CannotStart(`${file} is damaged at position ${row.position}. Restore a backup.`)
  }
  const page = (after: string | null): Page => {
    const rows = next.all(Number(after ?? 0)) as unknown as Row[]
    const last = rows.at(-1)
    const events = rows.filter(({ name }) => isOwnStream(name)).map(checked)
    return { events, last: last ? String(last.position) : after, isEnd: rows.length < pageSize }
  }
  return {
    name: dirname(file),
    page: async (after) => {
      // Reading and writing files never waits: signals, and the end of a parent, are noticed between two pages.
      await nextTurn()
      return page(after)
    },
    stream: async (name) => (ofStream.all(name) as unknown as Row[]).map(checked),
    at: async (position) => {
      const row = atPosition.get(Number(position)) as unknown as Row | undefined
      return row && checked(row)
    },
    newest: async () => String(newest.get()?.position),
    fileSize: () => Number(size.get()?.bytes),
  }
}

/**
 * Opens the file of an embedded event store for reading, whether a node runs on it or not.
 * @param isStill nothing writes to it, and nothing may be written beside it: a backup
 * @throws {CannotStart} for what is no event store file
 */
export const openLogFile = (file: string, isStill: boolean): WholeLog => {
  const url = pathToFileURL(file)
  if (isStill) url.searchParams.set('immutable', '1')
  const db = new DatabaseSync(url, { readOnly: true, timeout: 5000 })
  try {
    checkFormat(db, file)
    return { ...readerIn(db, file), close: async () => db.close() }
  } catch (error) {
    db.close()
    throw error
  }
}

/**
 * Opens the file of an embedded event store for writing, as its node would, and creates it where there is none. No node
 * starts on it before it is closed.
 * @throws {CannotStart} where a node runs on it, or it cannot be written
 */
export const openTargetFile = (file: string): TargetLog => {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const { db, close } = openFile(file)
  const log = logIn(db, () => {})
  const hasRoom = roomOn(file, defaultReserve, () => {})

  const appendOne = (event: WholeEvent): void => {
    const expected = event.revision === 0 ? expectNoStream : event.revision - 1
    const { kind } = log.append(event.stream, expected, [event])
    if (kind !== 'written') throw notInOrder(event, dirname(file))
  }
  const append = async (events: readonly WholeEvent[]): Promise<void> => {
    if (!hasRoom()) throw new CannotCopy(`There is no room on the disk of ${file}: make some, and copy again.`)
    db.exec('BEGIN')
    try {
      for (const event of events) appendOne(event)
      db.exec('COMMIT')
    } catch (error) {
      if (db.isTransaction) db.exec('ROLLBACK')
      throw error
    }
  }
  return { ...readerIn(db, file), append, close: async () => close() }
}
