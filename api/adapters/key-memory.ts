import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'

/** Seconds that an Idempotency-Key is remembered: 48 hours (D-78). */
const rememberedSeconds = 48 * 60 * 60

const nameOf = (key: string): string => `idempotency:${createHash('sha256').update(key).digest('base64url')}`

/** Used Idempotency-Keys in Redis; when it forgets them, commands are still found in the log by their ids. */
export const redisKeyMemory = (redis: Redis) => ({
  remember: async (key: string, value: string): Promise<string> =>
    (await redis.set(nameOf(key), value, 'EX', rememberedSeconds, 'NX', 'GET')) ?? value,
  forget: async (key: string): Promise<void> => {
    await redis.del(nameOf(key))
  },
})
