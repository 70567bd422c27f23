import { parentPort, workerData } from 'node:worker_threads'
import { metricQueries } from '#projections/metric-days.ts'
import { metricsProjection } from '#projections/metrics.ts'
import { hasReached } from '#projections/position.ts'
import { applyEvent } from '#projections/projection.ts'
import { openForReading, openForWriting, positionOf } from '#projections/read-db.ts'
import { openKeyStore } from './adapters/key-store.ts'
import { connectEventStore } from './event-store/eventstoredb.ts'
import { type Ledger, openLedger } from './event-store/ledger.ts'
import type { MetricsReplay, ReplayOrder } from './metrics-replay.ts'
import type { ProjectorSetup } from './projector.ts'

const { from, to, events, ...setup } = workerData as ProjectorSetup & ReplayOrder

/** Applies the log up to a place to a read model of its own, in memory. */
const replayed = async (ledger: Ledger, upTo: string | null) => {
  const db = openForWriting(':memory:', metricsProjection)
  if (upTo === null) return db
  await new Promise<void>((resolve, reject) => {
    const subscription = ledger.subscribe(null, {
      event: (event) => {
        if (hasReached(upTo, event.position)) applyEvent(metricsProjection, db, event)
        if (hasReached(event.position, upTo)) void subscription.close().then(resolve, reject)
      },
      passed: (position) => {
        if (hasReached(position, upTo)) void subscription.close().then(resolve, reject)
      },
      caughtUp: () => void subscription.close().then(resolve, reject),
      ended: (error) => (error ? reject(error) : resolve()),
    })
  })
  return db
}

const log = connectEventStore(setup.eventStoreUrl)
const keys = openKeyStore(setup.keysFile, setup.masterKey)

// Rows and place of one moment.
const live = openForReading(setup.folder, metricsProjection)
live.run('BEGIN')
const position = positionOf(live)
const first = metricQueries(live).firstDay()
const standing = metricQueries(live).days(from, to)
live.close()
const old = new Map(standing.flatMap((row) => (first && row.day >= first ? [[row.day, row]] : [])))

const again = metricQueries(await replayed(openLedger(log, keys), position))
const days = again.days(from, to).map((row) => ({
  old: old.get(row.day) ?? null,
  new: row,
  events: events ? again.events(row.day) : [],
}))
keys.close()
await log.close()
parentPort?.postMessage({ position, days } satisfies MetricsReplay)
