import { randomUUID } from 'node:crypto'
import { EventStoreDBClient } from '@eventstore/db-client'
import { startEventStore } from '#tests/support/event-store.ts'
import { benchEvent, concurrently, measured, reportMeasured } from './measure.ts'

// node tests/bench/event-store/slow-subscriber.ts: the cost for writers of subscribers that do not read.
const SUBSCRIBERS = 50
const store = await startEventStore([])
const writer = EventStoreDBClient.connectionString(store.url)
const write = () =>
  concurrently(64, async () => {
    const stream = `visit-${randomUUID()}`
    for (let n = 0; n < 200; n++) await writer.appendToStream(stream, benchEvent(n))
  })
const alone = await measured(64 * 200, write, { pid: store.pid })
reportMeasured('appends by 64 writers, nobody subscribes', alone)

const stuck = EventStoreDBClient.connectionString(store.url)
for (let n = 0; n < SUBSCRIBERS; n++) {
  const subscription = stuck.subscribeToAll()
  await new Promise((resolve) => subscription.once('confirmation', resolve))
}
const crowded = await measured(64 * 200, write, { pid: store.pid })
reportMeasured(`the same beside ${SUBSCRIBERS} that do not read`, crowded, ['nobody subscribes', alone])
await writer.dispose()
await stuck.dispose()
await store.stop()
