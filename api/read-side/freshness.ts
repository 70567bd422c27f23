import { setTimeout as wait } from 'node:timers/promises'

export type FreshnessTools = {
  /** The present end of the log. */
  lastPosition: () => Promise<string | null>
  /** Waits up to `milliseconds` until the read models hold the log up to a position; false if they do not. */
  reached: (position: string, milliseconds: number) => Promise<boolean>
  now: () => number
}

/** Milliseconds that the log may say nothing, so that an election is not noticed (D-105). */
const longestSilence = 15_000

/** Milliseconds that read models get for what the log held; with those since it was asked last, five seconds. */
const longestLag = 3000

/** Milliseconds after which a request waits until their lag is measured again. */
const askedAfter = 5000

/** Milliseconds after which their lag is measured again, between two measurements, and that a request waits for one. */
const renewedAfter = 2000
const shortestPause = 1000
const longestWait = 1000

/**
 * Tells whether some read models are at most 5 seconds behind the log. A log that has not answered for 15 seconds may have
 * moved on. It is measured when somebody asks, so that nothing runs while nobody does: true at once, or a promise.
 */
export const openFreshness = ({ lastPosition, reached, now }: FreshnessTools): (() => true | Promise<boolean>) => {
  let confirmedAt = Number.NEGATIVE_INFINITY
  let measuredAt = Number.NEGATIVE_INFINITY
  let measuring: Promise<unknown> = Promise.resolve()

  const measure = async (): Promise<void> => {
    const asked = now()
    const end = await lastPosition()
    if (end === null || (await reached(end, longestLag))) confirmedAt = Math.max(confirmedAt, asked)
    else if (confirmedAt <= asked) confirmedAt = Number.NEGATIVE_INFINITY
  }
  const measureAgain = (): Promise<unknown> => {
    if (now() - measuredAt < shortestPause) return measuring
    measuredAt = now()
    // An event store that does not answer confirms nothing.
    measuring = measure().catch(() => undefined)
    return measuring
  }
  const isFresh = () => now() - confirmedAt < longestSilence

  const ask = async (): Promise<boolean> => {
    const timer = new AbortController()
    await Promise.race([measureAgain(), wait(longestWait, undefined, timer).catch(() => undefined)])
    timer.abort()
    return isFresh()
  }

  return () => {
    if (now() - confirmedAt < renewedAfter) return true
    if (now() - confirmedAt >= askedAfter) return ask()
    void measureAgain()
    return true
  }
}
