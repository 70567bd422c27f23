import type { OutboxCursor, OutboxQueries } from '#projections/outbox/outbox.ts'
import type { Queues } from './queues.ts'

/** Jobs that are handed over in one step. */
const handedOverAtOnce = 200

/** Milliseconds that a failed job waits before it is retried. */
const pauseAfterFailure = 5 * 60 * 1000

export type Dispatcher = {
  /** Hands new jobs over to Redis. */
  dispatch: () => Promise<void>
  /**
   * Pauses what operators have paused and adds every open job again, since Redis may have lost both, and retries failed
   * jobs after their wait. A job fails
   * only for temporary causes outside its work; a failure of the work itself is an outcome, recorded as an event.
   */
  sweep: () => Promise<void>
}

/**
 * Adds the jobs of the outbox to the queues. Repeating is safe: a waiting job is not added again, and a job that was
 * done meanwhile finds its outcome recorded.
 */
export const createDispatcher = (work: OutboxQueries, queues: Queues, now: () => number): Dispatcher => {
  let handedOver: OutboxCursor | null = null
  // The jobs of each holder since the last sweep, which counts the open ones again.
  let before = new Map<string, number>()
  let last: Promise<void> = Promise.resolve()

  const handOverRest = async (): Promise<void> => {
    for (;;) {
      const next = work.after(handedOver, handedOverAtOnce)
      const newest = next.at(-1)
      if (!newest) return
      // Redis may have lost this too.
      const paused = work.paused()
      if (paused.length > 0) await queues.pause(paused)
      await queues.add(next, before)
      handedOver = newest
    }
  }

  // Only one pass runs at a time, since two would overwrite each other's `handedOver`. A failed pass does not stop the
  // next.
  const inTurn = (pass: () => Promise<void>): Promise<void> => {
    last = last.then(pass, pass)
    return last
  }

  return {
    dispatch: () => inTurn(handOverRest),
    sweep: () =>
      inTurn(async () => {
        handedOver = null
        before = new Map()
        await queues.pause(work.paused())
        await handOverRest()
        await queues.retryFailedBefore(now() - pauseAfterFailure)
      }),
  }
}
