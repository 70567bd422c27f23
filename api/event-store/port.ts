import type { EventMetadata, Place } from '#schemas/event.ts'

/** An event as the log stores it: JSON, personal data sealed. */
export type StoredEvent = { id: string; type: string; data: Record<string, unknown>; metadata: EventMetadata }

/** A stored event with its position, a decimal string that only grows; never compute with it. */
export type ReadEvent = {
  id: string
  type: string
  data: unknown
  metadata: unknown
  stream: string
  revision: bigint
  position: string
}

/** The stream's last revision as the writer knows it, or `'no-stream'`. */
export type ExpectedRevision = bigint | 'no-stream'

/** Another writer was first on the stream. */
export class WrongExpectedRevision extends Error {
  readonly stream: string
  constructor(stream: string) {
    super(`The stream ${stream} is not at the expected revision`)
    this.name = 'WrongExpectedRevision'
    this.stream = stream
  }
}

/** The event store did not answer within the time limit; the call may or may not have taken effect. */
export class EventStoreUnavailable extends Error {
  constructor(cause: unknown) {
    super('The event store does not answer', { cause })
    this.name = 'EventStoreUnavailable'
  }
}

/** The disk of the event store is full; nothing was written. */
export class EventStoreFull extends Error {
  override name = 'EventStoreFull'
}

export type Listener = {
  /** Called synchronously, in log order, once per event. A promise asks that no more be read until it resolves. */
  event: (event: ReadEvent) => unknown
  caughtUp: () => void
  /** The subscription has ended; `error` is absent if it was closed. */
  ended: (error?: Error) => void
}

/** The log: append to a stream at an exact revision, read one stream, follow everything. */
export type EventLog = {
  /** Returns the position of the last event written, once it is durable. Throws WrongExpectedRevision or EventStoreFull. */
  append: (stream: string, expected: ExpectedRevision, events: StoredEvent[]) => Promise<string>
  /** Oldest first; only those after `after` if it is given. A stream that does not exist is empty. */
  read: (stream: string, after?: bigint | null) => Promise<ReadEvent[]>
  /** The place of the newest event, or null for an empty log. */
  newest: () => Promise<Place | null>
  /** The id of the event at a position; null if the log has none there, or ends before. */
  idAt: (position: string) => Promise<string | null>
  /** Every event after `from` (null: from the start), then live ones; with `types`, only events of those. */
  subscribe: (from: string | null, listener: Listener, types?: readonly string[]) => { close: () => Promise<void> }
  close: () => Promise<void>
}
