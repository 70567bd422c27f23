import {
  AccessDeniedError,
  type AllStreamRecordedEvent,
  type AllStreamResolvedEvent,
  BACKWARDS,
  binaryEvent,
  END,
  EventStoreDBClient,
  jsonEvent,
  NO_STREAM,
  type RecordedEvent,
  START,
  StreamNotFoundError,
  UnknownError,
  WrongExpectedVersionError,
} from '@eventstore/db-client'
import { addressFor, hostsOf } from './address.ts'
import { noRoomText } from './embedded/stored-log.ts'
import { isUnknownOutcome } from './eventstoredb.ts'
import { isOwnStream } from './own-streams.ts'
import { EventStoreUnavailable } from './port.ts'
import { retry } from './retry.ts'
import { CannotCopy, notInOrder, type Page, type TargetLog, type WholeEvent } from './whole-log.ts'

/** Events of a page, of the product and of others. */
const PAGE = 5000
/** A node may be started again meanwhile, or a cluster elect a leader. */
const limits = { milliseconds: 120_000, firstDelay: 50, longestDelay: 1000 }

/** Appends that are under way at once, and the events and bytes of one: far below what a server takes. */
const WIDTH = 512
const RUN_EVENTS = 500
const RUN_BYTES = 512 * 1024

/** Milliseconds: an append that waits longer than those after it would come after them. */
const DEADLINE = 600_000

/** Milliseconds after which a call is taken for lost; the client gives reads and appends no limit of their own. */
const LONGEST_CALL = 60_000

/** Settles as a call does, or fails when that takes too long. */
const inTime = async <Result>(call: Promise<Result>): Promise<Result> => {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new EventStoreUnavailable('no answer')), LONGEST_CALL)
  return Promise.race([call, promise]).finally(() => clearTimeout(timer))
}

const isUnknown = (error: unknown): boolean => error instanceof EventStoreUnavailable || isUnknownOutcome(error)

const bytesOf = (value: unknown): Uint8Array => {
  if (value === undefined) return new Uint8Array()
  return value instanceof Uint8Array ? value : Buffer.from(JSON.stringify(value))
}

const toWholeEvent = (event: RecordedEvent | AllStreamRecordedEvent): WholeEvent => ({
  position: String(event.position?.commit ?? 0n),
  stream: event.streamId,
  revision: Number(event.revision),
  id: event.id,
  type: event.type,
  json: event.isJson,
  data: bytesOf(event.data),
  metadata: bytesOf(event.metadata),
})

const decoder = new TextDecoder()

/** The client takes no subclass of Uint8Array for bytes. */
const plain = (bytes: Uint8Array): Uint8Array => new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** An event as the client proposes it. */
const proposed = ({ id, type, json, data, metadata }: WholeEvent) => {
  const bytes = metadata.length === 0 ? {} : { metadata: plain(metadata) }
  if (json) return jsonEvent({ id, type, data: JSON.parse(decoder.decode(data)), ...bytes })
  return binaryEvent({ id, type, data: plain(data), ...bytes })
}

const sizeOf = ({ type, data, metadata }: WholeEvent): number => data.length + metadata.length + 2 * type.length

/** Neighbours of one stream, which one append may take. */
type Run = [WholeEvent, ...WholeEvent[]]

const runsOf = (events: readonly WholeEvent[]): Run[] => {
  const runs: Run[] = []
  let bytes = 0
  for (const event of events) {
    const run = runs.at(-1)
    bytes += sizeOf(event)
    if (run?.[0].stream === event.stream && run.length < RUN_EVENTS && bytes <= RUN_BYTES) run.push(event)
    else {
      runs.push([event])
      bytes = sizeOf(event)
    }
  }
  return runs
}

/**
 * The log at an address. Calls without an answer are tried again for two minutes, and then end with
 * EventStoreUnavailable.
 * @throws {Unfit} for an address that cannot be used
 */
export const openLogAtAddress = (url: string): TargetLog => {
  const client = EventStoreDBClient.connectionString(addressFor(url))
  const name = hostsOf(url)

  const answered = async <Result>(call: () => Promise<Result>): Promise<Result> => {
    try {
      return await retry(call, isUnknown, limits)
    } catch (error) {
      throw isUnknown(error) ? new EventStoreUnavailable(error) : error
    }
  }

  const pageOnce = (after: string | null): Promise<Page> =>
    new Promise((resolve, reject) => {
      const position = after === null ? undefined : { commit: BigInt(after), prepare: BigInt(after) }
      // A read includes the position that it begins at.
      const maxCount = PAGE + (position ? 1 : 0)
      const reading = client.readAll({ fromPosition: position ?? START, maxCount })
      const events: WholeEvent[] = []
      let last = after
      let seen = 0
      reading.on('data', ({ event }: AllStreamResolvedEvent) => {
        seen += 1
        if (!event) return
        const at = String(event.position.commit)
        if (at === after) return
        last = at
        if (isOwnStream(event.streamId)) events.push(toWholeEvent(event))
      })
      reading.on('error', reject)
      reading.on('end', () => resolve({ events, last, isEnd: seen < maxCount }))
    })

  const streamOnce = async (stream: string): Promise<WholeEvent[]> => {
    const events: WholeEvent[] = []
    try {
      for await (const { event } of client.readStream(stream)) if (event) events.push(toWholeEvent(event))
    } catch (error) {
      if (!(error instanceof StreamNotFoundError)) throw error
    }
    return events
  }

  const atOnce = async (position: string): Promise<WholeEvent | undefined> => {
    let found: WholeEvent | undefined
    const fromPosition = { commit: BigInt(position), prepare: BigInt(position) }
    try {
      for await (const { event } of client.readAll({ fromPosition, maxCount: 1 }))
        if (event && String(event.position.commit) === position) found = toWholeEvent(event)
    } catch (error) {
      // So a server answers a position that is inside an event.
      if (!(error instanceof UnknownError)) throw error
    }
    return found
  }

  const newestOnce = async (): Promise<string> => {
    let newest = 0n
    const reading = client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 })
    for await (const { event } of reading) newest = event?.position.commit ?? newest
    return String(newest)
  }

  const appendRun = async (run: Run): Promise<void> => {
    const [first] = run
    const expectedRevision = first.revision === 0 ? NO_STREAM : BigInt(first.revision - 1)
    try {
      await inTime(client.appendToStream(first.stream, run.map(proposed), { expectedRevision, deadline: DEADLINE }))
    } catch (error) {
      if (error instanceof WrongExpectedVersionError) throw notInOrder(first, name)
      if (error instanceof Error && error.message.includes(noRoomText))
        throw new CannotCopy(`There is no room on the disk of ${name}: make some, and copy again.`)
      if (error instanceof AccessDeniedError)
        throw new CannotCopy(`${name} does not let its user write: name another, or give the right to.`)
      throw error
    }
  }
  /**
   * The server takes the appends of one connection in their order. The first goes alone: while the client opens its call,
   * those after it would overtake it. After a failure nothing more is sent, and trying again begins at the first: what is
   * there already is answered, and not written again.
   */
  const sendInOrder = async ([first, ...others]: readonly Run[]): Promise<void> => {
    if (first) await appendRun(first)
    const underWay: Promise<void>[] = []
    const failures: unknown[] = []
    for (const run of others) {
      if (failures.length > 0) break
      underWay.push(appendRun(run).catch((error: unknown) => void failures.push(error)))
      if (underWay.length >= WIDTH) await underWay.shift()
    }
    await Promise.all(underWay)
    if (failures.length > 0) throw failures[0]
  }

  return {
    name,
    page: (after) => answered(() => inTime(pageOnce(after))),
    stream: (stream) => answered(() => inTime(streamOnce(stream))),
    at: (position) => answered(() => inTime(atOnce(position))),
    newest: () => answered(() => inTime(newestOnce())),
    fileSize: () => undefined,
    append: async (events) => {
      // A genuine server shuts down over an event without a type.
      const nameless = events.find(({ type }) => type === '')
      if (nameless) throw new CannotCopy(`An event of ${nameless.stream} has no type: it cannot be copied.`)
      await answered(() => sendInOrder(runsOf(events)))
    },
    close: () => client.dispose(),
  }
}
