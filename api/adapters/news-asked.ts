import type { Redis } from 'ioredis'

/** When a payment provider was last asked for news that no webhook has brought: workers note it, operators see it. */
export type NewsAsked = {
  /** Notes a UTC instant. */
  note: (provider: string, at: string) => Promise<void>
  /** Null if it never was, or Redis has forgotten it. */
  at: (provider: string) => Promise<string | null>
}

export const redisNewsAsked = (redis: Redis): NewsAsked => {
  const keyOf = (provider: string): string => `billing-news-asked:${provider}`
  return {
    note: async (provider, at) => void (await redis.set(keyOf(provider), at)),
    at: (provider) => redis.get(keyOf(provider)),
  }
}
