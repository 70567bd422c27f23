import { parentPort, workerData } from 'node:worker_threads'
import { openKeys } from '#api/adapters/open-keys.ts'
import type { ReplayedDays } from '#api/adapters/rebuild-orders.ts'
import { connectEventStore } from '#api/event-store/eventstoredb.ts'
import { type Ledger, openLedger } from '#api/event-store/ledger.ts'
import { skippedEvents } from '#api/event-store/skipped-events.ts'
import { hasReached } from '#projections/engine/position.ts'
import { applyEvent, openSkips } from '#projections/engine/projection.ts'
import { openForReading, openForWriting, positionOf } from '#projections/engine/read-db.ts'
import { metricQueries, sameNumbers } from '#projections/metrics/metric-days.ts'
import { metricsProjection } from '#projections/metrics/metrics.ts'
import type { DayMetrics } from '#schemas/resources/metrics.ts'
import type { CalendarDate } from '#schemas/time/calendar-date.ts'
import type { ProjectorSetup } from './applying.ts'
import type { ReplayMessage } from './metrics-replay.ts'

const { from, to, today, events, ...setup } = workerData as ProjectorSetup & ReplayedDays

/** Events after which the progress is reported. */
const reportEvery = 1000

const post = (message: ReplayMessage): void => parentPort?.postMessage(message)

/** Applies the log up to a position to a separate read model in memory. */
const replayed = async (ledger: Ledger, upTo: string | null) => {
  const db = openForWriting(':memory:', metricsProjection)
  if (upTo === null) return db
  const skips = openSkips(await skippedEvents(ledger))
  let read = 0
  await new Promise<void>((resolve, reject) => {
    const subscription = ledger.subscribe(null, {
      advance: ({ position }, event) => {
        if (event && hasReached(upTo, position)) applyEvent(metricsProjection, db, event, skips)
        if (event) read += 1
        if (event && read % reportEvery === 0) post({ position, target: upTo })
        if (hasReached(position, upTo)) void subscription.close().then(resolve, reject)
      },
      unreadable: ({ type, id, reason }) => {
        if (type in metricsProjection.handlers && !skips.has(id)) throw new Error(reason)
      },
      caughtUp: () => void subscription.close().then(resolve, reject),
      ended: (error) => (error ? reject(error) : resolve()),
    })
  })
  return db
}

const log = connectEventStore(setup.eventStoreUrl)
const keys = await openKeys(setup.keysUrl, setup.masterKey)

// One transaction, so that rows and position belong together.
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
post({ result: { position, days, elsewhere } })
