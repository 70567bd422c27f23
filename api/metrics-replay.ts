import { Worker } from 'node:worker_threads'
import type { CalendarDate } from '#schemas/calendar-date.ts'
import type { DayMetrics, MetricEvent } from '#schemas/resources/metrics.ts'
import type { ProjectorSetup } from './projector.ts'

/**
 * The numbers of some days as they stand and as the log gives them, both at the same place in it; `elsewhere` is how
 * many other days differ.
 */
export type MetricsReplay = {
  position: string | null
  days: { old: DayMetrics | null; new: DayMetrics; events: MetricEvent[] }[]
  elsewhere: number
}

/** Days that are wished for, as far as there can be numbers on them; `today` in UTC. */
/** `today` is the UTC day, the last that has numbers. */
export type ReplayOrder = { from: CalendarDate; to: CalendarDate; today: CalendarDate; events: boolean }

/** Works the numbers out from the whole log again, in a thread of its own. Throws where the log cannot be read. */
export const replayMetricsIn = (setup: ProjectorSetup, order: ReplayOrder): Promise<MetricsReplay> =>
  new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./metrics-replay-thread.ts', import.meta.url), {
      workerData: { ...setup, ...order },
    })
    thread.once('message', resolve)
    thread.once('error', reject)
    thread.once('exit', (code) => reject(new Error(`The replay ended with code ${code}`)))
  })
