import type { Place, UnreadableEvent } from '#schemas/event.ts'
import type { EventType, RecordedEvent } from '#schemas/events/registry.ts'
import { ForeignLog, foreignPlacesOf } from './foreign-places.ts'
import type { Ledger } from './ledger.ts'
import { jittered } from './retry.ts'

/** Consumes the log in order and knows the position that it has reached. */
export type Follower = {
  from: () => string | null
  /** Moves on to a place, with the event there unless its type is not read. */
  advance: (place: Place, event?: RecordedEvent) => void
  /** Places that the log has, those that it has reached among them; checked when the log was away, as it may come back as another. */
  places?: () => Place[]
  /** Handles an event that cannot be read. */
  unreadable: (event: UnreadableEvent) => void
  /** Called when the log is idle for a moment after events were handled. */
  flush: () => void
  /** Milliseconds that lie at least between a flush and the next: where many events come singly, they are written together. */
  rest?: number
}

/** Milliseconds between two tries: a new leader, or a node that is back, is followed within two seconds. */
const shortestDelay = 50
const longestDelay = 1000

/**
 * A burst of `many` events is part of something larger: the flush waits, in milliseconds, for more, because writing
 * costs more than applying. The wait is `timesAsLong` times the duration of the last flush, within these bounds.
 */
const many = 8
const shortestWait = 4
const longestWait = 60
const timesAsLong = 1

/** The log as it was at the start, read for some types only; `until` is the place of its last event. */
type Beginning = { types: readonly EventType[]; until: Place }

/**
 * Feeds a follower with every event after its position until it is closed. A subscription that ends is started again
 * from there, after a delay that doubles with each failure and is short again once one has caught up; `onBreak` gets the
 * reason of the first failure in a row. Up to the end of a `beginning`, only its types are read.
 */
export const follow = (
  ledger: Ledger,
  follower: Follower,
  onBreak: (reason: Error | undefined) => void,
  beginning?: Beginning,
) => {
  let narrowed = beginning
  let closed = false
  let delay = shortestDelay
  let timer: NodeJS.Timeout | undefined
  let flushing: NodeJS.Timeout | undefined
  let handled = 0
  let waitsForMore = shortestWait
  let flushed = Number.NEGATIVE_INFINITY

  const flush = () => {
    if (closed || handled === 0) return
    handled = 0
    const started = performance.now()
    follower.flush()
    flushed = performance.now()
    waitsForMore = Math.min(Math.max((flushed - started) * timesAsLong, shortestWait), longestWait)
  }
  const flushSoon = () => {
    delay = shortestDelay
    handled += 1
    if (handled > 1) return
    setImmediate(() => {
      const wait = Math.max(handled < many ? 0 : waitsForMore, flushed + (follower.rest ?? 0) - performance.now())
      if (wait <= 0) flush()
      else if (!closed) flushing = setTimeout(flush, wait)
    })
  }
  const advance = (place: Place, event?: RecordedEvent) => {
    follower.advance(place, event)
    flushSoon()
  }
  /** The places that the log had when it was subscribed to last: they stay to be compared until they were. */
  let known: Place[] = []
  const places = () => follower.places?.() ?? []
  const ended = (reason: Error | undefined) => {
    if (closed) return
    // The last event counts among the places that are compared before the next try.
    flush()
    if (delay === shortestDelay) onBreak(reason)
    clearTimeout(timer)
    timer = setTimeout(() => void beginOnSameLog(), jittered(delay))
    delay = Math.min(delay * 2, longestDelay)
  }
  const begin = () => {
    known = places()
    const listener = {
      unreadable: (event: UnreadableEvent) => {
        follower.unreadable(event)
        flushSoon()
      },
      advance,
      caughtUp: () => {
        delay = shortestDelay
        if (narrowed) return widen(narrowed)
        follower.flush()
        // A subscription may have waited, unseen, for a log that came back as another.
        void onSameLog(() => {})
      },
      ended,
    }
    return ledger.subscribe(follower.from(), listener, narrowed?.types)
  }
  let comparisons = 0
  /**
   * Does something once the log was compared with what is known of it, unless it is compared again meanwhile. Throws
   * ForeignLog into the process, which ends: what it has read does not belong to the log.
   */
  const onSameLog = async (act: () => void): Promise<void> => {
    comparisons += 1
    const comparison = comparisons
    const compared = [...known, ...places()].map(foreignPlacesOf(ledger))
    const areForeign = await Promise.all(compared).catch((error: Error) => error)
    if (closed || comparison < comparisons) return
    if (areForeign instanceof Error) {
      void subscription.close()
      return ended(areForeign)
    }
    if (areForeign.includes(true)) throw new ForeignLog()
    act()
  }
  const beginOnSameLog = () =>
    onSameLog(() => {
      subscription = begin()
    })
  const beginAgain = () => {
    void subscription.close()
    follower.flush()
    void beginOnSameLog()
  }
  const widen = ({ until }: Beginning) => {
    narrowed = undefined
    follower.advance(until)
    beginAgain()
  }
  let subscription = begin()

  return {
    /**
     * Subscribes again from the follower's position. With `onlyTypes`, that is how it learns how far the log has gone.
     */
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
