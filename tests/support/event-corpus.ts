import { randomUUID } from 'node:crypto'
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openLedger } from '#api/event-store/ledger.ts'
import { isOwnEvent, ownStreamKinds } from '#api/event-store/own-streams.ts'
import type { ReadEvent, StoredEvent } from '#api/event-store/port.ts'
import { noKeys, type PersonKeys } from '#api/event-store/sealing.ts'
import { version } from '#api/installation/version.ts'
import type { UnreadableEvent } from '#schemas/event.ts'
import { firstKid } from '#schemas/events/personal.ts'
import { type EventType, eventTypes, type RecordedEvent } from '#schemas/events/registry.ts'
import { currentVersion } from '#schemas/events/upcasting.ts'
import { contextOf } from './contexts.ts'
import { memoryEventLog } from './in-memory/event-log.ts'
import { sampleEvent } from './sample-events.ts'

/** A corpus: one of each event, as a release stores it, sealed with a key that everybody knows. A line is an event. */
const folder = join(import.meta.dirname, '../fixtures/releases')

type CorpusEvent = StoredEvent & { stream: string }

const known = new Uint8Array(32)
const knownKeys: PersonKeys = { ...noKeys, find: () => known, forSealing: async () => ({ kid: firstKid, key: known }) }

/** The releases with a corpus, oldest first. */
export const releases = (): string[] =>
  readdirSync(folder)
    .map((name) => name.replace('.jsonl', ''))
    .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }))

const fileOf = (release: string): string => join(folder, `${release}.jsonl`)

export const corpusOf = (release: string): CorpusEvent[] =>
  readFileSync(fileOf(release), 'utf8')
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))

/** The types of events that a corpus does not hold in the version that is written today. */
export const missingIn = (corpus: readonly CorpusEvent[]): EventType[] => {
  const held = new Set(corpus.map(({ type, metadata }) => `${type} ${metadata.version}`))
  return eventTypes.filter((type) => !held.has(`${type} ${currentVersion(type)}`))
}

/** The events as this program reads them, and those that it cannot read. */
export const readCorpus = async (corpus: readonly CorpusEvent[]) => {
  const log = memoryEventLog()
  for (const { stream, ...event } of corpus) {
    const last = (await log.read(stream)).at(-1)
    await log.append(stream, last?.revision ?? 'no-stream', [event])
  }
  const events: RecordedEvent[] = []
  const unreadable: UnreadableEvent[] = []
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const { close } = openLedger(log, knownKeys).subscribe(null, {
    advance: (_, event) => event && events.push(event),
    unreadable: (event) => unreadable.push(event),
    caughtUp: resolve,
    ended: (error) => reject(error ?? new Error('The subscription ended')),
  })
  await promise
  await close()
  return { events, unreadable }
}

/** A stream that may hold an event of this type. */
const streamFor = (type: EventType): string => {
  const uuid = randomUUID()
  const ids = [uuid, 'a'.repeat(64), '2026', `invoices-2026-${uuid}`, 'evt_1', 'send-mail']
  const streams = ownStreamKinds.flatMap((kind) => [kind, ...ids.map((id) => `${kind}-${id}`)])
  const stream = streams.find((each) => isOwnEvent({ stream: each, type }))
  if (stream === undefined) throw new Error(`No stream holds ${type}`)
  return stream
}

const stored = async (type: EventType): Promise<CorpusEvent> => {
  const log = memoryEventLog()
  const stream = streamFor(type)
  const event = { ...sampleEvent(type, 1), id: randomUUID(), metadata: contextOf(null, null) }
  await openLedger(log, knownKeys).append(stream, 'no-stream', [event])
  const { id, data, metadata } = (await log.read(stream))[0] as ReadEvent & StoredEvent
  return { stream, id, type, data, metadata }
}

/** Adds to the corpus of this release what it lacks; what it holds stays as it was stored. */
export const recordCorpus = async (): Promise<void> => {
  const missing = missingIn(existsSync(fileOf(version)) ? corpusOf(version) : [])
  for (const type of missing) appendFileSync(fileOf(version), `${JSON.stringify(await stored(type))}\n`)
}
