import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EventStoreDBClient } from '@eventstore/db-client'
import { openFile } from '#api/event-store/embedded/file.ts'
import { expectAny, logIn } from '#api/event-store/embedded/log.ts'
import { startEventStore } from '#tests/support/event-store.ts'
import { residentMegabytes } from '../process-cost.ts'

// EVENTS=10000000 node tests/bench/event-store/memory.ts: the memory that reading a large log costs, at either end.
const EVENTS = Number(process.env.EVENTS ?? 10_000_000)
const STEP = EVENTS / 10
const folder = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), 'event-store-memory-'))
const path = join(folder, 'events.sqlite')
const say = (line: string) => process.stdout.write(`${line}\n`)

let started = performance.now()
const file = openFile(path)
const log = logIn(file.db, () => {})
const data = Buffer.from(JSON.stringify({ n: 1, description: 'Boiler service' }))
const metadata = Buffer.from(JSON.stringify({ actor: 'someone' }))
for (let written = 0; written < EVENTS; written += 500) {
  const events = Array.from({ length: 500 }, () => ({
    id: randomUUID(),
    type: 'VisitAdded',
    json: true,
    data,
    metadata,
  }))
  file.db.exec('BEGIN')
  log.append(`visit-${written % 100_000}`, expectAny, events)
  file.db.exec('COMMIT')
}
file.close()
say(`wrote ${EVENTS.toLocaleString('en')} events in ${Math.round((performance.now() - started) / 1000)} s`)

started = performance.now()
const store = await startEventStore(['--file', path])
say(`the node starts on them in ${Math.round(performance.now() - started)} ms`)
const residentOf = (pid: number): string => `${residentMegabytes(pid).all} MB`
const client = EventStoreDBClient.connectionString(store.url)
let read = 0
started = performance.now()
await new Promise<void>((resolve, reject) => {
  const subscription = client.subscribeToAll()
  subscription.on('error', reject)
  subscription.on('caughtUp', () => void subscription.unsubscribe().then(resolve))
  subscription.on('data', () => {
    read += 1
    if (read % STEP !== 0) return
    const rate = Math.round((read / (performance.now() - started)) * 1000)
    say(
      `${read.toLocaleString('en').padStart(12)} read: node ${residentOf(store.pid ?? 0)}, client ${residentOf(process.pid)}, ${rate.toLocaleString('en')}/s`,
    )
  })
})
await client.dispose()
await store.stop()
rmSync(folder, { recursive: true })
