import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EventStoreDBClient } from '@eventstore/db-client'
import { startEventStore } from '#tests/support/event-store.ts'
import { benchEvent, concurrently, measured, reportMeasured } from './measure.ts'
import { echoYardsticks, sqliteYardsticks } from './yardsticks.ts'

// node tests/bench/event-store/throughput.ts: the node through the official client, against yardsticks of the same run.
const folder = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), 'event-store-bench-'))
const sqlite = await sqliteYardsticks(folder)
reportMeasured('SQLite, durable single commits', sqlite.commits)
reportMeasured('SQLite, inserts in transactions of 500', sqlite.inserts)
reportMeasured('SQLite, iterating the rows', sqlite.rows)
const unary = await echoYardsticks()
reportMeasured('gRPC unary echo, 1 caller', unary.one)
reportMeasured('gRPC unary echo, 64 callers', unary.many)

const store = await startEventStore(['--file', join(folder, 'events.sqlite')])
const client = EventStoreDBClient.connectionString(store.url)
const { pid } = store
const batch = Array.from({ length: 500 }, (_, n) => benchEvent(n))

const writers = (count: number, each: number) => () =>
  concurrently(count, async () => {
    const stream = `visit-${randomUUID()}`
    for (let n = 0; n < each; n++) {
      const expectedRevision = n === 0 ? 'no_stream' : BigInt(n - 1)
      await client.appendToStream(stream, benchEvent(n), { expectedRevision })
    }
  })
const batches = (count: number, each: number) => () =>
  concurrently(count, async () => {
    for (let n = 0; n < each; n++) {
      await client.appendToStream(`import-${randomUUID()}`, batch, { expectedRevision: 'no_stream' })
    }
  })

const one = await measured(2000, writers(1, 2000), { pid })
reportMeasured('appends, 1 writer', one, ['durable commits', sqlite.commits])
reportMeasured('', one, ['echo, 1 caller', unary.one])
const many = await measured(64 * 300, writers(64, 300), { pid })
reportMeasured('appends, 64 writers', many, ['durable commits', sqlite.commits])
reportMeasured('', many, ['echo, 64 callers (aim 1.5)', unary.many])
const batched = await measured(50_000, batches(1, 100), { pid })
reportMeasured('events in batches of 500, 1 writer', batched, ['bare inserts', sqlite.inserts])
const batchedByTwo = await measured(50_000, batches(2, 50), { pid })
reportMeasured('events in batches of 500, 2 writers', batchedByTwo, ['bare inserts', sqlite.inserts])

let events = 0
const read = async () => {
  events = 0
  for await (const _ of client.readAll()) events += 1
}
await read()
const all = await measured(events, read, { pid, rounds: 1 })
reportMeasured(`readAll (${events.toLocaleString('en')} events)`, all, ['bare rows', sqlite.rows])
const catchUp = () =>
  new Promise<void>((resolve) => {
    const subscription = client.subscribeToAll()
    subscription.on('data', () => {})
    subscription.on('caughtUp', () => void subscription.unsubscribe().then(resolve))
  })
const caughtUp = await measured(events, catchUp, { pid, rounds: 1 })
reportMeasured('catch-up subscription to $all', caughtUp, ['bare rows', sqlite.rows])

await client.dispose()
await store.stop()
rmSync(folder, { recursive: true })
