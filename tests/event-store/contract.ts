import { randomUUID } from 'node:crypto'
import {
  type AllStreamSubscription,
  type Credentials,
  EventStoreDBClient,
  type JSONEventType,
  jsonEvent,
  type ResolvedEvent,
  type StreamSubscription,
} from '@eventstore/db-client'
import { test as base } from 'vitest'
import { startEventStore } from '#tests/support/event-store.ts'
import { credentialsIn, startNeighbour } from './neighbour.ts'

type Fixtures = { url: string; client: EventStoreDBClient; stream: string; credentials: Credentials }

/**
 * The contract: what EventStoreDB promises its official client, as far as no recorded answer shows it
 * (embedded/probes.test.ts). It runs against the embedded node, or against any server, which may be used by others
 * meanwhile (docs/event-store.md has the command). So that every test
 * counts only events of its own, a neighbour writes into the same log all the time.
 */
export const test = base.extend<Fixtures>({
  url: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads a fixture's needs from this pattern.
    async ({}, use) => {
      const store = await startEventStore()
      const neighbour = startNeighbour(store.url)
      await use(store.url)
      await neighbour.stop()
      await store.stop()
    },
    { scope: 'file' },
  ],
  client: [
    async ({ url }, use) => {
      const client = EventStoreDBClient.connectionString(url)
      await use(client)
      await client.dispose()
    },
    { scope: 'file' },
  ],
  // Those of the address; a server without any takes those that it is known for.
  credentials: async ({ url }, use) => use(credentialsIn(url)),
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  stream: async ({}, use) => use(`contract-${randomUUID()}`),
})

type Noted = JSONEventType<'Noted', { n: number }>

/** Proposed events that carry their number: noted(1, 2) are two. */
export const noted = (...numbers: number[]) => numbers.map((n) => jsonEvent<Noted>({ type: 'Noted', data: { n } }))

/** Whether an event belongs to a test: the names of its streams hold that of the test's own. */
const isOf =
  (stream: string) =>
  ({ event, link }: ResolvedEvent): boolean =>
    (link ?? event)?.streamId.includes(stream) ?? false

/** The numbers of read events, in order. */
export const numbersOf = (events: ResolvedEvent[]): unknown[] =>
  events.map(({ event }) => (event?.data as { n: number } | undefined)?.n)

/** Everything a read yields. */
export async function all<Item>(read: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = []
  for await (const item of read) items.push(item)
  return items
}

export const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => Promise.reject(new Error('it did not fail')),
    (error: unknown) => error,
  )

type Subscription = StreamSubscription | AllStreamSubscription

/** Listens to a subscription the synchronous way and resolves when it has caught up. */
export function caughtUp(subscription: Subscription): Promise<void> {
  return new Promise((resolve, reject) => {
    subscription.once('caughtUp', () => resolve())
    subscription.once('error', reject)
  })
}

/** Collects the events of a test that a subscription delivers; `count(n)` resolves once n of them came. */
export function collect(subscription: Subscription, stream: string) {
  const events: ResolvedEvent[] = []
  const waiting: { n: number; resolve: () => void }[] = []
  subscription.on('data', (event: ResolvedEvent) => {
    if (event.event?.type.startsWith('$') || !isOf(stream)(event)) return
    events.push(event)
    for (const { n, resolve } of waiting) if (events.length >= n) resolve()
  })
  return {
    events,
    count: (n: number): Promise<void> =>
      new Promise((resolve) => {
        if (events.length >= n) resolve()
        else waiting.push({ n, resolve })
      }),
  }
}

/** The error a subscription ends with. */
export const endOf = (subscription: Subscription): Promise<Error> =>
  new Promise((resolve) => {
    subscription.once('error', resolve)
    subscription.on('data', () => {})
  })
