import type { Redis } from 'ioredis'

/** Counts by UTC day and kind, which are forgotten after some days. */
export type DayCounts = {
  add: (day: string, kind: string) => Promise<void>
  /** The counts of each of these days. */
  of: (days: readonly string[]) => Promise<Record<string, number>[]>
}

/** Counts in Redis, of all processes together. `name` separates them from others. */
export const redisDayCounts = (redis: Redis, name: string, keptDays: number): DayCounts => {
  const keyOf = (day: string): string => `${name}:${day}`
  const countsOf = async (day: string) =>
    Object.fromEntries(Object.entries(await redis.hgetall(keyOf(day))).map(([kind, count]) => [kind, Number(count)]))
  return {
    add: async (day, kind) => {
      await redis
        .multi()
        .hincrby(keyOf(day), kind, 1)
        .expire(keyOf(day), (keptDays + 1) * 86_400)
        .exec()
    },
    of: (days) => Promise.all(days.map(countsOf)),
  }
}
