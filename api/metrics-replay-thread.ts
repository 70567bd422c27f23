import { parentPort, workerData } from 'node:worker_threads'
import { metricQueries, sameNumbers } from '#projections/metric-days.ts'
import { metricsProjection } from '#projections/metrics.ts'
import { hasReached } from '#projections/position.ts'
import { applyEvent } from '#projections/projection.ts'
import { openForReading, openForWriting, positionOf } from '#projections/read-db.ts'
import type { CalendarDate } from '#schemas/calendar-date.ts'
import type { DayMetrics } from '#schemas/resources/metrics.ts'
import { openKeyStore } from './adapters/key-store.ts'
import { connectEventStore } from './event-store/eventstoredb.ts'
import { type Ledger, openLedger } from './event-store/ledger.ts'
import type { MetricsReplay, ReplayOrder } from './metrics-replay.ts'
import type { ProjectorSetup } from './projector.ts'

const { from, to, today, events, ...setup } = workerData as ProjectorSetup & ReplayOrder

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
const first = metricQueries(live).firstDay() ?? today
const old = new Map(
  metricQueries(live)
    .days(first, today)
    .map((row) => [row.day, row]),
)
live.close()

const again = metricQueries(await replayed(openLedger(log, keys), position))
const [earliest = first] = [first, again.firstDay() ?? first].toSorted()
const now = again.days(earliest, today)
const oldOf = (day: CalendarDate) => old.get(day) ?? null
const isWished = ({ day }: DayMetrics) => day >= from && day <= to
const days = now
  .filter(isWished)
  .map((row) => ({ old: oldOf(row.day), new: row, events: events ? again.events(row.day) : [] }))
const elsewhere = now.filter((row) => !isWished(row) && !sameNumbers(oldOf(row.day), row)).length
keys.close()
await log.close()
parentPort?.postMessage({ position, days, elsewhere } satisfies MetricsReplay)
