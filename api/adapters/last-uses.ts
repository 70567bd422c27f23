import type { Redis } from 'ioredis'

/** When tokens, consents and OAuth clients last called, to the hour: what a use costs, and no trace of each call. */
export type LastUses = {
  /** Notes a use in this hour, in the background. */
  note: (id: string) => void
  /** The UTC instant at which the hour of the last use of each began; null where no use is known. */
  of: (ids: readonly string[]) => Promise<(string | null)[]>
}

const hourLasts = 60 * 60 * 1000

/** Hours since 1970. */
export const hourOf = (now: number): number => Math.floor(now / hourLasts)

export const startOfHour = (hour: number): string => new Date(hour * hourLasts).toISOString()

/** Seconds that a use is remembered: longer than a personal access token or a consent lives. */
const rememberedFor = 400 * 24 * 60 * 60

/** How many ids a process remembers the hour of, so that each is written once an hour. */
const maxNoted = 50_000

const keyOf = (id: string): string => `last-use:${id}`

/** Uses in Redis. Losing them has tokens look as if nobody used them; a use that cannot be noted hinders no call. */
export const redisLastUses = (redis: Redis): LastUses => {
  const noted = new Map<string, number>()
  return {
    note: (id) => {
      const hour = hourOf(Date.now())
      if (noted.get(id) === hour) return
      if (noted.size >= maxNoted) noted.clear()
      noted.set(id, hour)
      redis.set(keyOf(id), hour, 'EX', rememberedFor).catch(() => noted.delete(id))
    },
    of: async (ids) => {
      const hours = ids.length === 0 ? [] : await redis.mget(...ids.map(keyOf))
      return hours.map((hour) => (hour !== null && /^\d{1,8}$/.test(hour) ? startOfHour(Number(hour)) : null))
    },
  }
}
