import type { Redis } from 'ioredis'
import type { Digest } from '#api/adapters/marked-texts.ts'
import { RedisSessionStore } from '#api/adapters/session-store.ts'
import { sessionTokens } from '#api/adapters/session-tokens.ts'
import type { UserId } from '#schemas/ids.ts'

/** Ends every session of a user, with its tokens, and has Redis rewrite its file without them. */
export const sessionEnder = (redis: Redis, digest: Digest) => {
  const store = new RedisSessionStore(redis, digest)
  const tokens = sessionTokens(redis, digest)
  return async (userId: UserId): Promise<void> => {
    for (const name of await store.endAll(userId)) await tokens.revoke(name)
    // A Redis that has no file, or forbids BGSAVE, has its own persistence.
    await redis.call('BGSAVE', 'SCHEDULE').catch(() => undefined)
  }
}
