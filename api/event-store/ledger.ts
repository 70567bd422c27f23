import { z } from 'zod'
import { type CommandContext, EventMetadata } from '#schemas/event.ts'
import {
  type EventType,
  isEventType,
  type LedgerEvent,
  payloadSchemas,
  type RecordedEvent,
} from '#schemas/events/registry.ts'
import { currentVersion, upcast } from '#schemas/events/upcasting.ts'
import type { EventLog, ExpectedRevision, Listener, ReadEvent, StoredEvent } from './port.ts'
import { type PersonKeys, seal, unseal } from './sealing.ts'

/** An event to be recorded, with an id that was decided before the first try. */
export type NewEvent = LedgerEvent & { id: string; metadata: CommandContext }

export type LedgerListener = Omit<Listener, 'event'> & { event: (event: RecordedEvent) => void }

/** The log in the product's own language: payloads parsed both ways, lifted to today's version, personal data open. */
export type Ledger = {
  /** Answers the position of the last event. Throws WrongExpectedRevision, or a ZodError for a payload off its schema. */
  append: (stream: string, expected: ExpectedRevision, events: NewEvent[]) => Promise<string>
  /** Oldest first, those after a revision where one is given. */
  read: (stream: string, after?: bigint | null) => Promise<RecordedEvent[]>
  lastPosition: () => Promise<string | null>
  /** Every event of a known type after `from`; others only move `passed`. Where `types` are given, those alone. */
  subscribe: (
    from: string | null,
    listener: LedgerListener & { passed: (position: string) => void },
    types?: readonly EventType[],
  ) => {
    close: () => Promise<void>
  }
}

const Payload = z.record(z.string(), z.unknown())

const proven = new WeakMap<CommandContext, EventMetadata>()

/** What stands beside the events of a command is parsed once: an import has a hundred thousand of them. */
const metadataOf = (context: CommandContext, version: number): EventMetadata => {
  const known = proven.get(context)
  if (known?.version === version) return known
  const metadata = EventMetadata.parse({ ...context, version })
  proven.set(context, metadata)
  return metadata
}

const write = (keys: PersonKeys, { id, type, data, metadata }: NewEvent): StoredEvent => ({
  id,
  type,
  data: seal(keys, id, type, Payload.parse(payloadSchemas[type].parse(data))),
  metadata: metadataOf(metadata, currentVersion(type)),
})

/** Undefined for a type that this version does not know: system events, and events of a newer version. */
const open = (keys: PersonKeys, stored: ReadEvent): RecordedEvent | undefined => {
  const { id, type, stream, revision, position } = stored
  if (!isEventType(type)) return undefined
  const metadata = EventMetadata.parse(stored.metadata)
  const payload = unseal(keys, id, type, Payload.parse(stored.data))
  const data = payloadSchemas[type].parse(upcast(type, metadata.version, payload))
  return { id, type, data, stream, revision, position, metadata } as RecordedEvent
}

export const openLedger = (log: EventLog, keys: PersonKeys): Ledger => ({
  append: (stream, expected, events) =>
    log.append(
      stream,
      expected,
      events.map((event) => write(keys, event)),
    ),
  read: async (stream, after) => (await log.read(stream, after)).flatMap((stored) => open(keys, stored) ?? []),
  lastPosition: log.lastPosition,
  subscribe: (from, { event: recorded, passed, ...listener }, types) => {
    const event = (stored: ReadEvent) => {
      const opened = open(keys, stored)
      if (opened) recorded(opened)
      else passed(stored.position)
    }
    return log.subscribe(from, { ...listener, event }, types)
  },
})
