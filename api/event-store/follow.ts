import type { EventType, RecordedEvent } from '#schemas/events/registry.ts'
import type { Ledger } from './ledger.ts'

/** Whoever keeps something in step with the log; it knows how far it has come. */
export type Follower = {
  from: () => string | null
  take: (position: string, event?: RecordedEvent) => void
  /** Called when the log is idle for a moment after events were taken. */
  flush: () => void
}

const longestDelay = 5000

/**
 * So many events at once are a part of something larger: others are waited for, in milliseconds, because writing costs
 * more than applying. The wait is so many times as long as the writing before has taken, within these bounds.
 */
const [many, shortestWait, longestWait, timesAsLong] = [8, 20, 250, 4]

/** What the log held at the start, of which only some types are asked for: `until` is the place of its last event. */
type Beginning = { types: readonly EventType[]; until: string }

/**
 * Feeds a follower with everything after its own place, for ever: a subscription that ends is begun again
 * from there, a little later each time it fails. `onBreak` hears why. Of a `beginning` it is given those types alone.
 */
export const follow = (
  ledger: Ledger,
  follower: Follower,
  onBreak: (reason: Error | undefined) => void,
  beginning?: Beginning,
) => {
  let narrowed = beginning
  let closed = false
  let delay = 50
  let timer: NodeJS.Timeout | undefined
  let flushing: NodeJS.Timeout | undefined
  let taken = 0
  let waitsForMore = shortestWait

  const flush = () => {
    taken = 0
    if (closed) return
    const started = performance.now()
    follower.flush()
    waitsForMore = Math.min(Math.max((performance.now() - started) * timesAsLong, shortestWait), longestWait)
  }
  const take = (position: string, event?: RecordedEvent) => {
    delay = 50
    follower.take(position, event)
    taken += 1
    if (taken > 1) return
    setImmediate(() => {
      if (taken < many) flush()
      else if (!closed) flushing = setTimeout(flush, waitsForMore)
    })
  }
  const begin = () => {
    const listener = {
      event: (event: RecordedEvent) => take(event.position, event),
      passed: take,
      caughtUp: () => {
        if (narrowed) widen(narrowed)
        else follower.flush()
      },
      ended: (reason: Error | undefined) => {
        if (closed) return
        onBreak(reason)
        timer = setTimeout(() => {
          subscription = begin()
        }, delay)
        delay = Math.min(delay * 2, longestDelay)
      },
    }
    return ledger.subscribe(follower.from(), listener, narrowed?.types)
  }
  const beginAgain = () => {
    void subscription.close()
    follower.flush()
    subscription = begin()
  }
  const widen = ({ until }: Beginning) => {
    narrowed = undefined
    follower.take(until)
    beginAgain()
  }
  let subscription = begin()

  return {
    /** Subscribes again from where the follower is: of `onlyTypes` that is how it learns how far it is. */
    again: () => {
      if (closed) return
      clearTimeout(timer)
      beginAgain()
    },
    close: async () => {
      closed = true
      clearTimeout(timer)
      clearTimeout(flushing)
      await subscription.close()
    },
  }
}
