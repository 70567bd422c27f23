import type { WorkPlace, WorkQueries } from '#projections/work-to-do.ts'
import type { Queues } from './queues.ts'

/** Work that is handed over in one step. */
const handedOverAtOnce = 200

/** A job that failed for good rests this long (milliseconds) before it is tried again. */
const restAfterFailure = 5 * 60 * 1000

export type Dispatcher = {
  /** Hands new work over to Redis. */
  dispatch: () => Promise<void>
  /**
   * Derives every job again, for Redis may have lost some, and puts failed ones back in line once they have rested:
   * only trouble outside the work makes a job fail for good (its own is an outcome, an event), and trouble ends.
   */
  sweep: () => Promise<void>
}

/**
 * Brings what is on the to-do list into the queues. Repeating is safe: a job that waits already is not added again,
 * and one that was done in the meantime finds its outcome recorded.
 */
export const createDispatcher = (work: WorkQueries, queues: Queues, now: () => number): Dispatcher => {
  let handedOver: WorkPlace | null = null
  let last: Promise<void> = Promise.resolve()

  const handOverRest = async (): Promise<void> => {
    for (;;) {
      const next = work.after(handedOver, handedOverAtOnce)
      const newest = next.at(-1)
      if (!newest) return
      await queues.add(next)
      handedOver = newest
    }
  }

  // One pass at a time: two would move `handedOver` past each other. A pass that failed does not stop the next.
  const inTurn = (pass: () => Promise<void>): Promise<void> => {
    last = last.then(pass, pass)
    return last
  }

  return {
    dispatch: () => inTurn(handOverRest),
    sweep: () =>
      inTurn(async () => {
        handedOver = null
        await handOverRest()
        await queues.retryFailedBefore(now() - restAfterFailure)
      }),
  }
}
