import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { checksumOf } from './file.ts'
import {
  deletedRevision,
  isMetadataStream,
  isSoftDeleted,
  metadataStreamOf,
  noStream,
  parseMetadata,
  Recent,
  type Stream,
  type Streams,
  streamsIn,
} from './streams.ts'

/** An event as a client proposes it: the id is a lower-case UUID; data and metadata are bytes, empty if absent. */
export type ProposedEvent = { id: string; type: string; json: boolean; data: Uint8Array; metadata: Uint8Array }

/** Expected revisions, numbered as in EventStoreDB: an exact revision from 0 up, or one of these. */
export const expectNoStream = -1
export const expectAny = -2
export const expectStreamExists = -4

export type Outcome =
  | { kind: 'written'; revision: number; position: number | undefined }
  | { kind: 'wrong expected version'; current: number }
  | { kind: 'stream deleted' }

type Decision = Outcome | { kind: 'write'; current: number }

/**
 * How many event ids are remembered to detect retries that expect any revision; EventStoreDB also keeps a few thousand.
 */
const rememberedIds = 65_536
/**
 * Events between two marks of what need not be verified after a kill: a start looks at most at twice as many, since the
 * newest of them are not marked.
 */
const defaultEventsBetweenMarks = 10_000
/** The size of a record in the log without its contents; it only spaces the positions. */
const recordOverhead = 64
const nothing = new Uint8Array(0)

export type Log = ReturnType<typeof logIn>

/**
 * The append side of the log: EventStoreDB's rules of expected revisions, idempotent retries and deletion. Every
 * function here runs inside a transaction of `commit.ts`, so its result holds once that is committed.
 */
export const logIn = (
  db: DatabaseSync,
  onWritten: (stream: string) => void,
  eventsBetweenMarks = defaultEventsBetweenMarks,
) => {
  const streams: Streams = streamsIn(db)
  const insert = db.prepare('INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const idAt = db.prepare('SELECT id, position FROM event WHERE stream = ? AND revision = ?')
  const newestData = db.prepare('SELECT data FROM event WHERE stream = ? ORDER BY revision DESC LIMIT 1')
  const recentIds = new Recent<{ stream: number; revision: number }>(rememberedIds)
  let position = Number(db.prepare('SELECT coalesce(max(position), 0) AS position FROM event').get()?.position)

  const mark = db.prepare('UPDATE marker SET verified_through = ?')
  let unmarked = 0
  let next = position
  const markNow = (): void => {
    mark.run(next)
    ;[unmarked, next] = [0, position]
  }

  /** `created` is in milliseconds since 1970; the events of one append have the same, as on a server. */
  const write = (stream: Stream, revision: number, event: ProposedEvent, created = Date.now()): void => {
    const { type, data, metadata } = event
    position += recordOverhead + type.length + data.length + metadata.length + stream.name.length
    const id = Buffer.from(event.id.replaceAll('-', ''), 'hex')
    const json = Number(event.json)
    const checksum = checksumOf({ position, stream: stream.id, revision, id, type, created, json, metadata, data })
    insert.run(position, stream.id, revision, id, type, created, json, checksum, metadata, data)
    stream.last = revision
    recentIds.set(event.id, { stream: stream.id, revision })
    onWritten(stream.name)
    unmarked += 1
    if (unmarked >= eventsBetweenMarks) markNow()
  }

  /**
   * The outcome of an earlier identical append, found by its event ids from revision `first` on; undefined if any of
   * them is missing there.
   */
  const earlierOutcome = (stream: Stream, first: number, ids: string[]): Outcome | undefined => {
    let position: number | undefined
    for (const [index, id] of ids.entries()) {
      const found = idAt.get(stream.id, first + index)
      if (!found || Buffer.from(found.id as Uint8Array).toString('hex') !== id.replaceAll('-', '')) return undefined
      position = found.position as number
    }
    return { kind: 'written', revision: first + ids.length - 1, position }
  }

  const decide = (name: string, stream: Stream | undefined, expected: number, ids: string[]): Decision => {
    const current = streams.lastRevision(name)
    const wrong: Outcome = { kind: 'wrong expected version', current }
    if (current === deletedRevision) return { kind: 'stream deleted' }
    if (expected === expectStreamExists) {
      if (isSoftDeleted(stream)) return { kind: 'stream deleted' }
      if (current < 0 && streams.lastRevision(metadataStreamOf(name)) < 0) return wrong
    }
    const [firstId] = ids
    if (expected === expectAny || expected === expectStreamExists) {
      const known = firstId === undefined ? undefined : recentIds.get(firstId)
      if (!stream || isSoftDeleted(stream) || known?.stream !== stream.id) return { kind: 'write', current }
      return earlierOutcome(stream, known.revision, ids) ?? wrong
    }
    if (expected > current) return wrong
    if (expected === current) return { kind: 'write', current }
    const before = stream && firstId !== undefined ? earlierOutcome(stream, expected + 1, ids) : undefined
    if (before) return before
    const recreates = expected === expectNoStream && isSoftDeleted(stream)
    return recreates && !(stream && firstId && earlierOutcome(stream, 0, [firstId]))
      ? { kind: 'write', current }
      : wrong
  }

  const writeMetadata = (stream: string, metadata: Buffer): Outcome => {
    const described = streams.obtain(metadataStreamOf(stream))
    const revision = described.last + 1
    write(described, revision, { id: randomUUID(), type: '$metadata', json: true, data: metadata, metadata: nothing })
    streams.applyMetadata(stream, metadata, true)
    return { kind: 'written', revision, position }
  }

  /** Writing to a soft-deleted stream reopens it: earlier events stay hidden, and the revisions continue. */
  const undelete = (name: string, from: number): void => {
    const described = streams.find(metadataStreamOf(name))
    const metadata = described && parseMetadata(newestData.get(described.id)?.data as Uint8Array)
    if (metadata) writeMetadata(name, Buffer.from(JSON.stringify({ ...metadata, $tb: from })))
  }

  const append = (name: string, expected: number, events: ProposedEvent[]): Outcome => {
    const ids = events.map((event) => event.id)
    const decision = decide(name, streams.find(name), expected, ids)
    if (decision.kind !== 'write') return decision
    const { current } = decision
    const last = events.at(-1)
    if (!last) return { kind: 'written', revision: current, position: undefined }
    const stream = streams.obtain(name)
    const created = Date.now()
    for (const [index, event] of events.entries()) write(stream, current + 1 + index, event, created)
    const outcome: Outcome = { kind: 'written', revision: current + events.length, position }
    if (isSoftDeleted(stream)) undelete(name, current + 1)
    if (isMetadataStream(name)) {
      const original = name.slice(2)
      const wasDeleted = isSoftDeleted(streams.find(original))
      streams.applyMetadata(original, last.data, last.json)
      if (wasDeleted) undelete(original, streams.lastRevision(original) + 1)
    }
    return outcome
  }

  /** A soft delete: the stream can be written to again. It is a metadata event with the largest `$tb`. */
  const remove = (name: string, expected: number): Outcome => {
    const stream = streams.find(name)
    const decision = decide(name, stream, expected, [])
    if (decision.kind !== 'write') return decision
    const described = streams.lastRevision(metadataStreamOf(name)) >= 0
    if (decision.current === noStream && !described) return { kind: 'wrong expected version', current: noStream }
    return writeMetadata(name, Buffer.from('{"$tb":9223372036854775807}'))
  }

  /** A hard delete by a tombstone, which is final. */
  const tombstone = (name: string, expected: number): Outcome => {
    const decision = decide(name, streams.find(name), expected, [])
    if (decision.kind !== 'write') return decision
    const tombstone = { id: randomUUID(), type: '$streamDeleted', json: false, data: nothing, metadata: nothing }
    write(streams.obtain(name), deletedRevision, tombstone)
    return { kind: 'written', revision: deletedRevision, position }
  }

  return { append, remove, tombstone, streams }
}
