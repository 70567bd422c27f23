import { z } from 'zod'
import { accountOf } from '#schemas/billing/billable.ts'
import { type CommandContext, describeEvent, EventMetadata, type Place, type UnreadableEvent } from '#schemas/event.ts'
import { type EventType, type LedgerEvent, payloadSchemas, type RecordedEvent } from '#schemas/events/registry.ts'
import { currentVersion, upcast, withLater, withoutLater } from '#schemas/events/upcasting.ts'
import { fetchingKeys } from './fetching-keys.ts'
import { isOwnEvent } from './own-streams.ts'
import type { EventLog, ExpectedRevision, Listener, ReadEvent, StoredEvent } from './port.ts'
import { keyForSealing, MissingKey, type PersonKeys, seal, unseal } from './sealing.ts'

/** An event to append, with an id that was chosen before the first try. */
export type NewEvent = LedgerEvent & { id: string; metadata: CommandContext }

type LedgerListener = Omit<Listener, 'event'> & {
  /** Called with each place, and with the event there if it is the product's and of a type that is known. */
  advance: (place: Place, event?: RecordedEvent) => void
  /** Called instead for an event of a known type that cannot be read; without it, the subscription ends. */
  unreadable?: (event: UnreadableEvent) => void
}

/**
 * The log in the product's terms: payloads are validated in both directions, upcast when read, and their personal data
 * is unsealed.
 */
export type Ledger = {
  /**
   * Returns the position of the last event. Throws WrongExpectedRevision, or a ZodError for a payload that does not
   * match its schema.
   */
  append: (stream: string, expected: ExpectedRevision, events: NewEvent[]) => Promise<string>
  /** Oldest first; only those after `after` if it is given. Throws Unreadable for a stream that this version cannot read. */
  read: (stream: string, after?: bigint | null) => Promise<RecordedEvent[]>
  lastPosition: () => Promise<string | null>
  newest: EventLog['newest']
  idAt: EventLog['idAt']
  /**
   * Every event after `from`; with `types`, only events of those. It ends with MissingKey where a key is missing, and
   * goes on once the key is back.
   */
  subscribe: (
    from: string | null,
    listener: LedgerListener,
    types?: readonly EventType[],
  ) => {
    close: () => Promise<void>
  }
}

const Payload = z.record(z.string(), z.unknown())

const proven = new WeakMap<CommandContext, EventMetadata>()

/** The metadata that the events of a command share is parsed once: an import has a hundred thousand events. */
const metadataOf = (context: CommandContext, version: number): EventMetadata => {
  const known = proven.get(context)
  if (known?.version === version) return known
  const metadata = EventMetadata.parse({ ...context, version })
  proven.set(context, metadata)
  return metadata
}

const write = async (
  keys: PersonKeys,
  stream: string,
  { id, type, data, metadata }: NewEvent,
): Promise<StoredEvent> => {
  // Nobody would read it.
  if (!isOwnEvent({ stream, type })) throw new Error(`${type} does not belong into the stream ${stream}`)
  const payload = withoutLater(Payload.parse(payloadSchemas[type].parse(data)))
  const key = await keyForSealing(keys, type, payload)
  const sealed = key ? seal(key, id, type, payload) : payload
  return { id, type, data: sealed, metadata: metadataOf(metadata, currentVersion(type)) }
}

/** The fault of an event, in one line without its content. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof z.ZodError)) return error instanceof Error ? error.message : String(error)
  return error.issues.map(({ path, message }) => `${path.join('.') || 'payload'}: ${message}`).join('; ')
}

/** An event that this version cannot read (D-105). */
export class Unreadable extends Error {
  override name = 'Unreadable'
  readonly event: UnreadableEvent

  constructor({ id, type, stream, position }: ReadEvent, error: unknown) {
    const event = { id, type, stream, position, reason: reasonOf(error) }
    super(`${describeEvent(event)} cannot be read: ${event.reason}`)
    this.event = event
  }
}

/**
 * Undefined for what is not the product's, and for a type that this version does not know: system events, events of other
 * applications (D-111) and of a newer version. Throws Unreadable, or MissingKey.
 */
const open = (keys: PersonKeys, stored: ReadEvent): RecordedEvent | undefined => {
  if (!isOwnEvent(stored)) return undefined
  const { id, type, stream, revision, position } = stored
  try {
    const metadata = EventMetadata.parse(stored.metadata)
    if (metadata.version > currentVersion(type)) throw new Error(`version ${metadata.version} is of a later program`)
    const payload = withLater(unseal(keys, id, type, Payload.parse(stored.data)))
    const data = payloadSchemas[type].parse(upcast(type, metadata.version, payload))
    return { id, type, data, stream, revision, position, metadata } as RecordedEvent
  } catch (error) {
    throw error instanceof MissingKey ? error : new Unreadable(stored, error)
  }
}

/** The people whose keys are destroyed after an event, or were before it. */
export const peopleGoneBy = ({ type, data }: RecordedEvent): string[] | undefined => {
  if (type === 'PersonErased') return [data.userId, ...data.addressedIds, accountOf({ id: data.userId })]
  return type === 'ErasureFinished' ? [data.userId, accountOf({ id: data.userId })] : undefined
}

export const openLedger = (log: EventLog, keys: PersonKeys): Ledger => {
  const { read, subscribe } = fetchingKeys(log, keys)
  return {
    append: async (stream, expected, events) => {
      const stored: StoredEvent[] = []
      for (const event of events) stored.push(await write(keys, stream, event))
      return log.append(stream, expected, stored)
    },
    read: async (stream, after) => (await read(stream, after)).flatMap((stored) => open(keys, stored) ?? []),
    lastPosition: async () => (await log.newest())?.position ?? null,
    newest: log.newest,
    idAt: log.idAt,
    subscribe: (from, { advance, unreadable, ...listener }, types) => {
      const event = (stored: ReadEvent) => {
        let found: RecordedEvent | undefined
        try {
          found = open(keys, stored)
        } catch (error) {
          // A missing key stops everybody (D-104), an unreadable event only those who need it.
          if (!(error instanceof Unreadable && unreadable)) throw error
          return unreadable(error.event)
        }
        const gone = found && peopleGoneBy(found)
        if (gone) keys.forget(gone)
        advance(stored, found)
      }
      return subscribe(from, { ...listener, event }, types)
    },
  }
}
