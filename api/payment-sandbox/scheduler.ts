import { now } from './clock.ts'
import { carryOutDue } from './due.ts'
import { forgetOldEvents } from './events.ts'
import type { Store } from './store.ts'

/** Milliseconds of work after which calls get their turn. */
const slice = 25

const minute = 60_000

/**
 * Lets things happen when they are due, also while nobody calls.
 * @param happened told after each slice of work
 */
export const startScheduler = (store: Store, happened: () => void, failed: (error: Error) => void) => {
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const run = (): void => {
    if (isClosed) return
    clearTimeout(timer)
    try {
      const isMore = carryOutDue(store, Date.now() + slice)
      happened()
      if (!isMore) forgetOldEvents(store, now(store))
      const next = store.nextDue(Number.MAX_SAFE_INTEGER)
      const waits = next === undefined ? minute : Math.min(minute, Math.max(0, (next.due - now(store)) * 1000))
      timer = setTimeout(run, isMore ? 0 : Math.max(waits, 20))
    } catch (error) {
      failed(error as Error)
      timer = setTimeout(run, minute)
    }
  }

  return {
    run,
    close: (): void => {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
