import type { ReadReq } from '@eventstore/db-client/generated/streams_pb.js'
import streamsPb from '@eventstore/db-client/generated/streams_pb.js'
import { status } from '@grpc/grpc-js'
import { Frames } from './encode.ts'
import { frame, GrpcError } from './grpc.ts'
import type { Reader, Recorded } from './reader.ts'
import { DELETED } from './streams.ts'
import { nameOf, numberOf, streamDeleted } from './wire.ts'

/** A page ends after so many events or bytes; between pages the node turns to its other callers. */
const PAGE_EVENTS = 500
const PAGE_BYTES = 128 * 1024

const LINK_TYPE = '$>'

/** Framed responses; `end` says that there is nothing more to read now. */
export type Page = { frames: Buffer; end: boolean }

/** Where a read or subscription stands. Each page moves it on. */
export type Cursor = { page(): Page }

const { BACKWARDS } = streamsPb.ReadReq.Options.ReadDirection

/** A cursor over a stream: `count` events from a revision on, including it unless the reader subscribes. */
export function streamCursor(reader: Reader, options: ReadReq.Options, count: number): Cursor {
  const stream = options.getStream()
  const name = nameOf(stream?.getStreamIdentifier())
  const backwards = options.getReadDirection() === BACKWARDS
  const subscribing = options.hasSubscription()
  const pages = pagesOf(reader, options.getResolveLinks())
  let from = backwards ? DELETED : 0
  if (stream?.hasRevision()) from = numberOf(stream.getRevision()) + (subscribing ? 1 : 0)
  else if (stream?.hasEnd() && !backwards) from = subscribing ? nextRevision(reader, name) : DELETED
  let left = count
  return {
    page() {
      const state = reader.stateOf(name)
      if (state === 'deleted') throw streamDeleted(name)
      if (state === 'missing') return { frames: Buffer.alloc(0), end: true }
      const limit = Math.min(PAGE_EVENTS, left)
      return pages.fill(reader.stream(state, from, backwards, limit), limit, (row) => {
        const [, , revision] = row
        from = revision + (backwards ? -1 : 1)
        left -= 1
        pages.add(row, undefined)
        return left > 0
      })
    },
  }
}

function nextRevision(reader: Reader, name: string): number {
  const state = reader.stateOf(name)
  return typeof state === 'string' ? 0 : state.stream.last + 1
}

/**
 * A cursor over $all. Reading forwards includes the position it starts from; reading backwards and subscribing do not.
 * A filtered subscription gets checkpoints: after an interval of events considered, and before it has caught up.
 */
export function allCursor(reader: Reader, options: ReadReq.Options, count: number): Cursor {
  const all = options.getAll()
  const backwards = options.getReadDirection() === BACKWARDS
  const subscribing = options.hasSubscription()
  const filter = filterOf(options.getFilter())
  const pages = pagesOf(reader, options.getResolveLinks())
  const position = all?.getPosition()
  let from = backwards ? DELETED : -1
  if (position) from = numberOf(position.getCommitPosition()) - (backwards || subscribing ? 0 : 1)
  else if (all?.hasEnd() && !backwards) from = subscribing ? reader.end() : DELETED
  let left = count
  let considered = 0
  let caughtUp = false
  const checkpoint = () => {
    considered = 0
    const message = new streamsPb.ReadResp.Checkpoint().setCommitPosition(String(from)).setPreparePosition(String(from))
    return frame(new streamsPb.ReadResp().setCheckpoint(message).serializeBinary())
  }
  return {
    page() {
      const limit = filter ? PAGE_EVENTS : Math.min(PAGE_EVENTS, left)
      const page = pages.fill(reader.all(from, backwards, limit), limit, (row) => {
        from = row[0]
        if (!filter || filter.matches(row)) {
          left -= 1
          pages.add(row, from)
        }
        if (filter && subscribing && ++considered >= filter.checkpointInterval) pages.append(checkpoint())
        return left > 0
      })
      const due = page.end && !caughtUp && considered > 0
      caughtUp = page.end
      if (!due) return page
      return { frames: Buffer.concat([page.frames, checkpoint()]), end: true }
    },
  }
}

/** Fills pages from rows until there are enough of them; `take` tells whether the reader wants more. */
function pagesOf(reader: Reader, resolveLinks: boolean) {
  const frames = new Frames(64 * 1024)
  return {
    fill(rows: Iterable<Recorded>, limit: number, take: (row: Recorded) => boolean): Page {
      let seen = 0
      for (const row of rows) {
        seen += 1
        if (!take(row)) return { frames: frames.take(), end: true }
        if (frames.size > PAGE_BYTES) return { frames: frames.take(), end: false }
      }
      return { frames: frames.take(), end: seen < limit }
    },
    add(row: Recorded, position: number | undefined): void {
      const [, , , , type, , , , data] = row
      if (resolveLinks && type === LINK_TYPE) frames.add(reader.resolve(data), row, position)
      else frames.add(row, undefined, position)
    },
    append(message: Uint8Array): void {
      frames.append(message)
    },
  }
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
