import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js'
import streamsPb from '@eventstore/db-client/generated/streams_pb.js'
import { status } from '@grpc/grpc-js'
import { checkpoint, found, streamDeleted } from './answers.ts'
import { GrpcError } from './grpc.ts'
import { Frames } from './protobuf.ts'
import type { Reader, Recorded } from './reader.ts'
import { nameOf, numberOf } from './requests.ts'
import { DELETED } from './streams.ts'

/** A page ends after so many events or bytes; between pages the node turns to its other callers. */
const PAGE_EVENTS = 500
const PAGE_BYTES = 128 * 1024

const LINK_TYPE = '$>'

/** Framed responses; `end` says that there is nothing more to read now. */
export type Page = { frames: Buffer; end: boolean }

/** Where a read or subscription stands. Each page moves it on. */
export type Cursor = { page(): Page }

const { BACKWARDS } = streamsPb.ReadReq.Options.ReadDirection

/**
 * A cursor for `count` events, over a stream or $all. A filtered subscription gets checkpoints: after an interval of
 * events considered, and before it has caught up.
 */
export function cursorOf(reader: Reader, options: ReadReq.Options, count: number): Cursor {
  const source = options.hasAll() ? allOf(reader, options) : streamOf(reader, options)
  const filter = filterOf(options.getFilter())
  const frames = new Frames(PAGE_BYTES)
  let { from } = source
  let left = count
  let considered = 0
  let caughtUp = false
  const checkpointHere = () => {
    considered = 0
    checkpoint(frames, from)
  }
  const add = (row: Recorded) => {
    const [at, , , , type, , , , data] = row
    const position = options.hasAll() ? at : undefined
    if (options.getResolveLinks() && type === LINK_TYPE) found(frames, reader.resolve(data), row, position)
    else found(frames, row, undefined, position)
  }
  /** True when there is nothing more now. */
  const fill = (): boolean => {
    const limit = filter ? PAGE_EVENTS : Math.min(PAGE_EVENTS, left)
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
      if (frames.size > PAGE_BYTES) return false
    }
    return seen < limit
  }
  return {
    page() {
      const end = fill()
      if (end && !caughtUp && considered > 0) checkpointHere()
      caughtUp = end
      return { frames: frames.take(), end }
    },
  }
}

/** Where rows come from: `from` and `after` say at which place to go on. */
type Source = { from: number; rows(from: number, limit: number): Iterable<Recorded>; after(row: Recorded): number }

/** A stream, whose places are the next revisions to read: the one named is read, unless the reader subscribes. */
function streamOf(reader: Reader, options: ReadReq.Options): Source {
  const stream = options.getStream()
  const name = nameOf(stream?.getStreamIdentifier())
  const backwards = options.getReadDirection() === BACKWARDS
  const subscribing = options.hasSubscription()
  let from = backwards ? DELETED : 0
  if (stream?.hasRevision()) from = numberOf(stream.getRevision()) + (subscribing ? 1 : 0)
  else if (stream?.hasEnd() && !backwards) from = subscribing ? reader.lastRevision(name) + 1 : DELETED
  return {
    from,
    after: ([, , revision]) => revision + (backwards ? -1 : 1),
    rows(at, limit) {
      const state = reader.stateOf(name)
      if (state === 'deleted') throw streamDeleted(name)
      return state === 'missing' ? [] : reader.stream(state, at, backwards, limit)
    },
  }
}

/** $all, whose places are the last positions read. Reading forwards includes the one named, all else does not. */
function allOf(reader: Reader, options: ReadReq.Options): Source {
  const all = options.getAll()
  const backwards = options.getReadDirection() === BACKWARDS
  const subscribing = options.hasSubscription()
  const position = all?.getPosition()
  let from = backwards ? DELETED : -1
  if (position) from = numberOf(position.getCommitPosition()) - (backwards || subscribing ? 0 : 1)
  else if (all?.hasEnd() && !backwards) from = subscribing ? reader.end() : DELETED
  return { from, after: ([at]) => at, rows: (at, limit) => reader.all(at, backwards, limit) }
}

/** The search window when the client names none. */
const DEFAULT_WINDOW = 32

type Filter = {
  matches(event: Recorded): boolean
  /** A subscription gets a checkpoint after so many events were considered, matching or not. */
  checkpointInterval: number
}

/** A filter of $all, by stream name or event type, as prefixes or a regular expression. */
function filterOf(options: ReadReq.Options.FilterOptions | undefined): Filter | undefined {
  if (!options) return undefined
  const byType = options.hasEventType()
  const expression = byType ? options.getEventType() : options.getStreamIdentifier()
  if (!expression) throw new GrpcError(status.INVALID_ARGUMENT, 'A filter needs an expression.')
  const subject = ([, stream, , , type]: Recorded): string => (byType ? type : stream)
  const window = options.hasMax() ? options.getMax() : DEFAULT_WINDOW
  const checkpointInterval = window * options.getCheckpointintervalmultiplier()
  if (checkpointInterval <= 0) throw new GrpcError(status.INVALID_ARGUMENT, 'The checkpoint interval must be positive.')
  const source = expression.getRegex()
  if (source === '') {
    const prefixes = expression.getPrefixList()
    return { matches: (event) => prefixes.some((prefix) => subject(event).startsWith(prefix)), checkpointInterval }
  }
  const regex = compile(source)
  return { matches: (event) => regex.test(subject(event)), checkpointInterval }
}

function compile(source: string): RegExp {
  try {
    return new RegExp(source)
  } catch {
    throw new GrpcError(status.INVALID_ARGUMENT, `'${source}' is not a regular expression.`)
  }
}
