import { setTimeout as wait } from 'node:timers/promises'

export type RetryLimits = { milliseconds: number; firstDelay: number; longestDelay: number }

/** Half of a delay to all of it, at random, so that those who failed together do not come back together. */
export const jittered = (delay: number): number => delay * (0.5 + Math.random() / 2)

/**
 * Retries while `again(error)` holds, doubling the delay each time, until the time limit has passed; then throws the
 * last error.
 */
export const retry = async <Result>(
  attempt: () => Promise<Result>,
  again: (error: unknown) => boolean,
  limits: RetryLimits,
): Promise<Result> => {
  const end = Date.now() + limits.milliseconds
  for (let delay = limits.firstDelay; ; delay = Math.min(delay * 2, limits.longestDelay)) {
    try {
      return await attempt()
    } catch (error) {
      if (!again(error) || Date.now() + delay > end) throw error
      await wait(jittered(delay))
    }
  }
}
