import type { Redis } from 'ioredis'
import { RedisSessionStore } from '#api/adapters/session-store.ts'
import { sessionTokens } from '#api/adapters/session-tokens.ts'
import type { UserId } from '#schemas/ids.ts'

/** Ends every session of a user, with its token, and has Redis write its file anew without them. */
export const sessionEnder = (redis: Redis) => {
  const store = new RedisSessionStore(redis)
  const tokens = sessionTokens(redis)
  return async (userId: UserId): Promise<void> => {
    for (const name of await store.endAll(userId)) await tokens.revoke(name)
    // A Redis that writes no file, or forbids this, has its own way of forgetting.
    await redis.call('BGSAVE', 'SCHEDULE').catch(() => undefined)
  }
}
