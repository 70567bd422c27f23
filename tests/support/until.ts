import { setTimeout as wait } from 'node:timers/promises'

/** Tries again every so many milliseconds until it succeeds; throws what it threw last when the time is over. */
export const until = async <T>(
  attempt: () => T | Promise<T>,
  { timeout = 120_000, interval = 50 }: { timeout?: number; interval?: number } = {},
): Promise<T> => {
  const end = performance.now() + timeout
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (performance.now() > end) throw error
    }
    await wait(interval)
  }
}
