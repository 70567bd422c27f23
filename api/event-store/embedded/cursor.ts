import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js'
import streamsPb from '@eventstore/db-client/generated/streams_pb.js'
import { status } from '@grpc/grpc-js'
import { checkpoint, streamDeleted } from './answers.ts'
import { found } from './event-message.ts'
import { filterOf } from './filter.ts'
import { GrpcError } from './grpc.ts'
import { Frames } from './protobuf.ts'
import { isFromEnd } from './read-options.ts'
import type { Reader, Recorded } from './reader.ts'
import { nameOf, numberOf } from './requests.ts'
import { deletedRevision } from './streams.ts'

/** The limits of a page, in events and bytes; between pages the node serves other callers. */
const pageEvents = 500
const pageBytes = 64 * 1024

const linkType = '$>'

/** Framed responses; `end` is true if there is nothing more to read now. */
export type Page = { frames: Buffer; end: boolean }

/** The state of a read or subscription. Each page advances it. */
export type Cursor = {
  page(): Page
  /** From here on a subscription to a stream gets every event, regardless of `$maxCount`, `$maxAge` and `$tb`. */
  goLive(): void
}

/** Pages are filled one at a time, all in the same memory. */
const frames = new Frames(2 * pageBytes)

const { BACKWARDS } = streamsPb.ReadReq.Options.ReadDirection

/**
 * A cursor for `count` events of a stream or of $all. A filtered subscription gets checkpoints: after each interval of
 * considered events, and before it has caught up.
 */
export const cursorOf = (reader: Reader, options: ReadReq.Options, count: number): Cursor => {
  const source = options.hasAll() ? allOf(reader, options) : streamOf(reader, options)
  const filter = filterOf(options.getFilter())
  let { from } = source
  let left = count
  let considered = 0
  let caughtUp = false
  const checkpointHere = () => {
    considered = 0
    checkpoint(frames, from)
  }
  const add = (row: Recorded) => {
    const [at, , , , type] = row
    if (options.getResolveLinks() && type === linkType) found(frames, at, reader.resolve(row), row)
    else found(frames, at, row)
  }
  /** Fills the page; true if there is nothing more to read now. */
  const fill = (): boolean => {
    const limit = filter ? pageEvents : Math.min(pageEvents, left)
    let seen = 0
    for (const row of source.rows(from, limit)) {
      seen += 1
      from = source.after(row)
      if (!filter || filter.matches(row)) {
        left -= 1
        add(row)
      }
      if (filter && options.hasSubscription() && ++considered >= filter.checkpointInterval) checkpointHere()
      if (left === 0) return true
      if (frames.size > pageBytes) return false
    }
    return seen < limit
  }
  return {
    page() {
      // Rows that an earlier page skipped may still be there.
      frames.clear()
      const end = fill()
      if (end && !caughtUp && considered > 0) checkpointHere()
      caughtUp = end
      return { frames: frames.drain(), end }
    },
    goLive() {
      from = source.goLive?.(from) ?? from
    },
  }
}

/** A source of rows; `from` and `after` give the place to continue from. */
type Source = {
  from: number
  rows(from: number, limit: number): Iterable<Recorded>
  after(row: Recorded): number
  /** Moves to the end, where nothing was written yet; returns where it will begin. */
  goLive?(from: number): number
}

/**
 * A stream, whose place is the next revision to read. A read includes the revision that the client names, a
 * subscription begins after it. Reading backwards from the start returns the first event, as on the server: the
 * client's default is the start in both directions.
 */
const streamOf = (reader: Reader, options: ReadReq.Options): Source => {
  const stream = options.getStream()
  const name = nameOf(stream?.getStreamIdentifier())
  const backwards = options.getReadDirection() === BACKWARDS
  const subscribing = options.hasSubscription()
  let from = backwards && !stream?.hasStart() ? deletedRevision : 0
  let isLive = false
  if (isFromEnd(stream) && !backwards) {
    if (!subscribing) throw noPlace('The end of a stream has nothing after it.')
    from = reader.lastRevision(name) + 1
  } else if (stream?.hasRevision()) from = numberOf(stream.getRevision()) + (subscribing ? 1 : 0)
  return {
    from,
    after: ([, , revision]) => revision + (backwards ? -1 : 1),
    rows(at, limit) {
      const state = reader.stateOf(name)
      if (state === 'deleted') throw streamDeleted(name)
      if (state === 'missing') return []
      return isLive ? reader.unlimited(state, at, limit) : reader.stream(state, at, backwards, limit)
    },
    goLive: (at) => {
      isLive = true
      const last = reader.lastRevision(name)
      return last === deletedRevision ? at : Math.max(at, last + 1)
    },
  }
}

/**
 * $all, whose place is the last position read. Reading forwards includes the position that the client names; reading
 * backwards and subscribing do not. Reading backwards from the start returns nothing. A position within the log that is
 * no event's is refused, as on the server, once a subscription is confirmed.
 */
const allOf = (reader: Reader, options: ReadReq.Options): Source => {
  const all = options.getAll()
  const backwards = options.getReadDirection() === BACKWARDS
  const subscribing = options.hasSubscription()
  const position = all?.getPosition()
  let from = backwards && !all?.hasStart() ? deletedRevision : -1
  if (position) from = numberOf(position.getCommitPosition()) - (backwards || subscribing ? 0 : 1)
  else if (all?.hasEnd() && !backwards) from = subscribing ? reader.end() : deletedRevision
  let isChecked = position === undefined
  return {
    from,
    after: ([at]) => at,
    rows: (at, limit) => {
      if (!isChecked) checkPlace(reader, position, { backwards, subscribing })
      isChecked = true
      return reader.all(at, backwards, limit)
    },
  }
}

const noPlace = (text: string, code = status.UNKNOWN): GrpcError => new GrpcError(code, text)

type Position = ReadReq.Options.Position | undefined

/** Refuses a position inside an event, and one beyond the end to whoever reads backwards; the client's end is neither. */
const checkPlace = (reader: Reader, position: Position, how: { backwards: boolean; subscribing: boolean }): void => {
  const commit = numberOf(position?.getCommitPosition() ?? '0')
  const prepare = numberOf(position?.getPreparePosition() ?? '0')
  const isNamed = commit > 0 && commit < deletedRevision
  const isRefused = commit > reader.end() ? how.backwards : !reader.holds(commit)
  const code = how.subscribing ? status.INVALID_ARGUMENT : status.UNKNOWN
  if (isNamed && (isRefused || prepare > commit)) throw noPlace(`There is no event at the position ${commit}.`, code)
}
