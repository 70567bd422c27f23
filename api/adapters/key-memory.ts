import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'
import type { Digest } from './marked-texts.ts'

/** Seconds that an Idempotency-Key is remembered: 48 hours (D-78). */
const rememberedSeconds = 48 * 60 * 60

const nameOf = (key: string): string => `idempotency:${createHash('sha256').update(key).digest('base64url')}`

/**
 * Used Idempotency-Keys in Redis; if Redis loses them, commands are still found in the log by their ids. What a key was
 * used for is stored as a keyed digest: it may be derived from a request with a password.
 */
export const redisKeyMemory = (redis: Redis, digest: Digest) => ({
  remember: async (key: string, value: string): Promise<boolean> => {
    const stored = digest('idempotency', value)
    const known = await redis.set(nameOf(key), stored, 'EX', rememberedSeconds, 'NX', 'GET')
    // Earlier versions stored the value itself.
    return known === null || known === stored || known === value
  },
  forget: async (key: string): Promise<void> => {
    await redis.del(nameOf(key))
  },
})
