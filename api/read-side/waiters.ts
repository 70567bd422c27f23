import { hasReached } from '#projections/engine/position.ts'
import type { Standing } from './standing.ts'

type Waiter = { look: () => void; giveUp: () => void }

/** Requests that wait until read models hold a position. */
export const openWaiters = () => {
  const waiters = new Set<Waiter>()
  return {
    /** Waits up to `milliseconds` for a position; false if a read model does not hold it by then, or stands still. */
    wait: (position: string, milliseconds: number, standing: () => Standing): Promise<boolean> =>
      new Promise((resolve) => {
        const done = (result: boolean) => {
          clearTimeout(timer)
          waiters.delete(waiter)
          resolve(result)
        }
        const look = () => {
          const { movingUpTo, allMove } = standing()
          if (hasReached(movingUpTo, position)) done(allMove)
        }
        const waiter: Waiter = { look, giveUp: () => done(false) }
        const timer = setTimeout(waiter.giveUp, milliseconds)
        waiters.add(waiter)
      }),
    /** Answers those that need not wait any more. */
    look: () => {
      for (const waiter of waiters) waiter.look()
    },
    giveUp: () => {
      for (const waiter of waiters) waiter.giveUp()
    },
  }
}
