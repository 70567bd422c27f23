import type { EventMetadata } from '#schemas/event.ts'

/** An event as the log stores it: JSON, personal data sealed. */
export type StoredEvent = { id: string; type: string; data: Record<string, unknown>; metadata: EventMetadata }

/** A stored event with its place. `position` is a decimal string that only grows; never compute with it. */
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

/** Somebody else wrote to the stream first. */
export class WrongExpectedRevision extends Error {
  readonly stream: string
  constructor(stream: string) {
    super(`The stream ${stream} is not at the expected revision`)
    this.name = 'WrongExpectedRevision'
    this.stream = stream
  }
}

/** The event store gave no answer within the time limit; what was asked may or may not have happened. */
export class EventStoreUnavailable extends Error {
  constructor(cause: unknown) {
    super('The event store does not answer', { cause })
    this.name = 'EventStoreUnavailable'
  }
}

export type Listener = {
  /** Called synchronously, in log order, once per event. */
  event: (event: ReadEvent) => void
  caughtUp: () => void
  /** The subscription is over; `error` is absent where it was closed. */
  ended: (error?: Error) => void
}

/** The log: append to a stream at an exact revision, read one stream, follow everything. */
export type EventLog = {
  /** Answers the position of the last event written, after it is durable. Throws WrongExpectedRevision. */
  append: (stream: string, expected: ExpectedRevision, events: StoredEvent[]) => Promise<string>
  /** Oldest first, those after a revision where one is given; a stream that never was is empty. */
  read: (stream: string, after?: bigint | null) => Promise<ReadEvent[]>
  /** Position of the newest event, or null for an empty log. */
  lastPosition: () => Promise<string | null>
  /** Every event after `from` (null = from the start), then live ones; where `types` are given, of those alone. */
  subscribe: (from: string | null, listener: Listener, types?: readonly string[]) => { close: () => Promise<void> }
  close: () => Promise<void>
}
