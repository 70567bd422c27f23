import {
  type AllStreamRecordedEvent,
  type AllStreamResolvedEvent,
  type AppendExpectedRevision,
  BACKWARDS,
  CancelledError,
  DeadlineExceededError,
  END,
  EventStoreDBClient,
  eventTypeFilter,
  type JSONRecordedEvent,
  jsonEvent,
  NO_STREAM,
  NotLeaderError,
  START,
  StreamNotFoundError,
  TimeoutError,
  UnavailableError,
  UnknownError,
  WrongExpectedVersionError,
} from '@eventstore/db-client'
import { status } from '@grpc/grpc-js'
import type { EventMetadata, Place } from '#schemas/event.ts'
import { addressFor } from './address.ts'
import { noRoomText } from './embedded/stored-log.ts'
import {
  type EventLog,
  EventStoreFull,
  EventStoreUnavailable,
  type ExpectedRevision,
  type Listener,
  type ReadEvent,
  type StoredEvent,
  WrongExpectedRevision,
} from './port.ts'
import { retry } from './retry.ts'

/** How long a call without an answer is retried; an append is retried with the same event ids and revision. */
const limits = { milliseconds: 10_000, firstDelay: 50, longestDelay: 1000 }

/** A node that does not lead has done nothing, and the client calls the leader next. */
const unknownOutcomes = [
  CancelledError,
  DeadlineExceededError,
  NotLeaderError,
  TimeoutError,
  UnavailableError,
  UnknownError,
]

/**
 * When the connection breaks during a call, the client throws gRPC's own error instead of one of its own classes. The
 * status depends on the state of the socket: a write into a broken pipe is INTERNAL or UNKNOWN.
 */
const unknownStatuses: unknown[] = [
  status.CANCELLED,
  status.DEADLINE_EXCEEDED,
  status.UNAVAILABLE,
  status.INTERNAL,
  status.UNKNOWN,
]

/** While a cluster has no leader, or none of its nodes answers, the client finds no node to call. */
const isUndiscovered = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('Failed to discover after')

/** Whether the call may or may not have taken effect, so that it is retried. */
export const isUnknownOutcome = (error: unknown): boolean =>
  isUndiscovered(error) ||
  unknownOutcomes.some((kind) => error instanceof kind) ||
  (error instanceof Error && 'code' in error && unknownStatuses.includes(error.code))

/** The client wraps refusals that it does not know in an error of their text. */
const explain = (error: Error): never => {
  throw error.message.includes(noRoomText) ? new EventStoreFull(noRoomText) : error
}

const positionOf = (position: string) => ({ commit: BigInt(position), prepare: BigInt(position) })

const encoded = new WeakMap<EventMetadata, Uint8Array>()

/**
 * Metadata as encoded bytes. The client would convert an object to base64 and back for each event, and the events of a
 * command share their metadata.
 */
const bytesOf = (metadata: EventMetadata): Uint8Array => {
  const known = encoded.get(metadata)
  if (known) return known
  const bytes = new TextEncoder().encode(JSON.stringify(metadata))
  encoded.set(metadata, bytes)
  return bytes
}

const toReadEvent = (event: JSONRecordedEvent | AllStreamRecordedEvent): ReadEvent => ({
  id: event.id,
  type: event.type,
  data: event.data,
  metadata: event.metadata,
  stream: event.streamId,
  revision: event.revision,
  position: String(event.position?.commit ?? 0n),
})

/** Reads the newest event of an event store, once; throws what the client throws. */
export const askEventStore = async (url: string): Promise<void> => {
  const client = EventStoreDBClient.connectionString(addressFor(url))
  try {
    for await (const { event } of client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 })) void event
  } finally {
    await client.dispose()
  }
}

/**
 * Connects to EventStoreDB, or to the embedded node, at an `esdb://` or `esdb+discover://` address.
 * @throws {Unfit} for an address that cannot be used
 */
export const connectEventStore = (url: string): EventLog => {
  const client = EventStoreDBClient.connectionString(addressFor(url))

  const untilAnswered = async <Result>(call: () => Promise<Result>): Promise<Result> => {
    try {
      return await retry(call, isUnknownOutcome, limits)
    } catch (error) {
      throw isUnknownOutcome(error) ? new EventStoreUnavailable(error) : error
    }
  }

  const append = async (stream: string, expected: ExpectedRevision, events: StoredEvent[]): Promise<string> => {
    const expectedRevision: AppendExpectedRevision = expected === 'no-stream' ? NO_STREAM : expected
    const proposed = events.map(({ id, type, data, metadata }) =>
      jsonEvent({ id, type, data, metadata: bytesOf(metadata) }),
    )
    const appendOnce = () => client.appendToStream(stream, proposed, { expectedRevision }).catch(explain)
    try {
      const result = await untilAnswered(appendOnce)
      if (!result.position) throw new Error(`The event store gave no position for ${stream}`)
      return String(result.position.commit)
    } catch (error) {
      throw error instanceof WrongExpectedVersionError ? new WrongExpectedRevision(stream) : error
    }
  }

  // Uses stream events: `for await` would make reading a short stream a fifth slower.
  const readOnce = (stream: string, after: bigint | null): Promise<ReadEvent[]> =>
    new Promise((resolve, reject) => {
      const events: ReadEvent[] = []
      const reading = client.readStream(stream, { fromRevision: after === null ? START : after + 1n })
      reading.on('data', ({ event }) => {
        if (event?.isJson) events.push(toReadEvent(event))
      })
      reading.on('error', (error) => (error instanceof StreamNotFoundError ? resolve([]) : reject(error)))
      reading.on('end', () => resolve(events))
    })

  const read = (stream: string, after: bigint | null = null): Promise<ReadEvent[]> =>
    untilAnswered(() => readOnce(stream, after))

  /** Reads to the end: a stream that is abandoned early never finishes, and close() waits for it. */
  const placeIn = async (reading: AsyncIterable<AllStreamResolvedEvent>): Promise<Place | null> => {
    let place: Place | null = null
    for await (const { event } of reading) if (event) place = { position: String(event.position.commit), id: event.id }
    return place
  }
  /** Asks the leader: a node that is cut off from it may lack what others have acknowledged. */
  const newestOnce = () =>
    placeIn(client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1, requiresLeader: true }))
  const newest = () => untilAnswered(newestOnce)

  const readAt = async (position: string): Promise<string | null> => {
    const place = await placeIn(client.readAll({ fromPosition: positionOf(position), maxCount: 1 }))
    return place?.position === position ? place.id : null
  }
  /** A server may refuse a position that is inside an event like a failure of its own: then it answers something else. */
  const idAt = (position: string): Promise<string | null> =>
    untilAnswered(async () => {
      try {
        return await readAt(position)
      } catch (error) {
        if (!(error instanceof UnknownError)) throw error
      }
      await newestOnce()
      return await readAt(position).catch((error) => {
        if (error instanceof UnknownError) return null
        throw error
      })
    })

  const subscribe = (from: string | null, listener: Listener, types?: readonly string[]) => {
    const filter = types && { filter: eventTypeFilter({ regex: `^(${types.join('|')})$` }) }
    const subscription = client.subscribeToAll({ fromPosition: from === null ? START : positionOf(from), ...filter })
    let over = false
    const end = (error?: Error) => {
      if (over) return
      over = true
      listener.ended(error)
    }
    // Consumes synchronously: caughtUp and checkpoints would run ahead of `for await`.
    subscription.on('data', ({ event }: AllStreamResolvedEvent) => {
      if (over || !event) return
      try {
        const ready = listener.event(toReadEvent(event))
        if (!(ready instanceof Promise)) return
        subscription.pause()
        void ready.then(() => subscription.resume())
      } catch (error) {
        end(error instanceof Error ? error : new Error(String(error)))
        void subscription.unsubscribe()
      }
    })
    // caughtUp overtakes events that are still buffered in the client.
    const caughtUp = () => {
      if (subscription.isPaused()) subscription.once('resume', caughtUp)
      else if (subscription.readableLength > 0) setImmediate(caughtUp)
      else if (!over) listener.caughtUp()
    }
    subscription.on('caughtUp', caughtUp)
    subscription.on('error', (error: Error) => end(error))
    subscription.on('end', () => end())
    return {
      close: async () => {
        over = true
        await subscription.unsubscribe()
      },
    }
  }

  return { append, read, newest, idAt, subscribe, close: () => client.dispose() }
}
