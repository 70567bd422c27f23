import { Worker } from 'node:worker_threads'
import type { ReplayedDays } from '#api/adapters/rebuild-orders.ts'
import type { DayMetrics, MetricEvent } from '#schemas/resources/metrics.ts'
import type { ProjectorSetup } from './applying.ts'
import { shareOf } from './share.ts'

/**
 * The numbers of some days as stored (`old`) and as recomputed from the log (`new`), both at the same log position;
 * `elsewhere` is the number of other days that differ.
 */
export type MetricsReplay = {
  position: string | null
  days: { old: DayMetrics | null; new: DayMetrics; events: MetricEvent[] }[]
  elsewhere: number
}

/** Recomputes the numbers from the whole log; `progress` receives the share that is read. Throws if the log cannot be read. */
export type ReplayMetrics = (days: ReplayedDays, progress: (share: number) => void) => Promise<MetricsReplay>

/** How far the thread has read the log, up to the position of the live numbers; at last its result. */
export type ReplayMessage = { position: string; target: string } | { result: MetricsReplay }

/** Replays in a separate thread. */
export const replayMetricsIn =
  (setup: ProjectorSetup): ReplayMetrics =>
  (days, progress) =>
    new Promise((resolve, reject) => {
      const thread = new Worker(new URL('./metrics-replay-thread.ts', import.meta.url), {
        workerData: { ...setup, ...days },
      })
      thread.on('message', (message: ReplayMessage) => {
        if ('result' in message) resolve(message.result)
        else progress(shareOf(message.position, message.target))
      })
      thread.once('error', reject)
      thread.once('exit', (code) => reject(new Error(`The replay ended with code ${code}`)))
    })
