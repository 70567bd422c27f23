import type { DatabaseSync } from 'node:sqlite'
import { deletedRevision, firstRevision, isSoftDeleted, noStream, type Stream, type Streams } from './streams.ts'

/**
 * A stored event as a row, in the order of columns: its id in hexadecimal digits, and metadata and data as one `content`, of
 * which the first `split` bytes are metadata. Each blob of a row costs as much as all its numbers and texts.
 */
export type Recorded = [
  position: number,
  stream: string,
  revision: number,
  id: string,
  type: string,
  created: number,
  json: number,
  split: number,
  content: Uint8Array,
]

const columns = `s.name, e.revision, lower(hex(e.id)), e.type, e.created, e.json,
  length(e.metadata), CAST(e.metadata || e.data AS BLOB)`
const everyEvent = `SELECT e.position, ${columns} FROM event e CROSS JOIN stream s ON s.id = e.stream`
const ofOneStream = `SELECT e.position, ${columns} FROM event e JOIN stream s ON s.id = ?1 WHERE e.stream = ?1`

export type StreamState = 'missing' | 'deleted' | { stream: Stream; first: number }

export type Reader = ReturnType<typeof readerOf>

/** The read side of the log. Statements are iterated row by row, so a page ends once its reader has enough. */
export const readerOf = (db: DatabaseSync, streams: Streams) => {
  const prepare = (sql: string) => {
    const statement = db.prepare(sql)
    statement.setReturnArrays(true)
    return (...values: number[]) => statement.iterate(...values) as unknown as Iterable<Recorded>
  }
  const allUp = prepare(`${everyEvent} WHERE e.position > ? ORDER BY e.position LIMIT ? + 0`)
  const allDown = prepare(`${everyEvent} WHERE e.position < ? ORDER BY e.position DESC LIMIT ? + 0`)
  const streamUp = prepare(
    `${ofOneStream} AND e.revision BETWEEN ?2 AND ?3 AND e.created >= ?4 ORDER BY e.revision LIMIT ?5 + 0`,
  )
  const streamDown = prepare(
    `${ofOneStream} AND e.revision BETWEEN ?2 AND ?3 AND e.created >= ?4 ORDER BY e.revision DESC LIMIT ?5 + 0`,
  )

  // A separate statement: links are resolved while the rows of a page are still being iterated.
  const linked = prepare(`${ofOneStream} AND e.revision = ?2 AND e.created >= ?3`)

  /** The readable part of a stream now, by its $maxCount and $tb. */
  const stateOf = (name: string): StreamState => {
    const stream = streams.find(name)
    if (streams.lastRevision(name) === deletedRevision) return 'deleted'
    if (!stream || stream.last === noStream || isSoftDeleted(stream)) return 'missing'
    return { stream, first: firstRevision(stream) }
  }

  const oldestCreation = (stream: Stream): number => (stream.max_age === null ? 0 : Date.now() - stream.max_age * 1000)

  return {
    stateOf,
    lastRevision: streams.lastRevision,
    /** Events after (backwards: before) a position, exclusive. */
    all(from: number, backwards: boolean, limit: number): Iterable<Recorded> {
      return backwards ? allDown(from, limit) : allUp(from, limit)
    },
    /** Events of a stream from a revision on (backwards: down), inclusive, as far as its metadata allows. */
    stream({ stream, first }: Exclude<StreamState, string>, from: number, backwards: boolean, limit: number) {
      const oldest = oldestCreation(stream)
      return backwards
        ? streamDown(stream.id, first, Math.min(from, stream.last), oldest, limit)
        : streamUp(stream.id, Math.max(from, first), stream.last, oldest, limit)
    },
    /** Events of a stream from a revision on, regardless of its metadata. */
    unlimited({ stream }: Exclude<StreamState, string>, from: number, limit: number) {
      return streamUp(stream.id, from, stream.last, 0, limit)
    },
    /** The event that the data of a link names as `revision@stream`; undefined if it cannot be read (any more). */
    resolve([, , , , , , , split, content]: Recorded): Recorded | undefined {
      const link = Buffer.from(content.subarray(split)).toString()
      const [, revision, name] = /^(\d+)@(.*)$/s.exec(link) ?? []
      const state = name === undefined ? 'missing' : stateOf(name)
      if (typeof state === 'string' || Number(revision) < state.first) return undefined
      const [event] = linked(state.stream.id, Number(revision), oldestCreation(state.stream))
      return event
    },
    /** Whether an event is at this position. */
    holds(position: number): boolean {
      for (const [at] of allUp(position - 1, 1)) return at === position
      return false
    },
    /** The newest position, 0 in an empty log. */
    end(): number {
      for (const [position] of allDown(deletedRevision, 1)) return position
      return 0
    },
  }
}
