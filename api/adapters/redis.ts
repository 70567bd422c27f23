import { Redis } from 'ioredis'

/**
 * Connects to Redis for short questions: while it is away each fails within about a second,
 * and the connection comes back by itself.
 */
export const connectRedis = (url: string): Redis => {
  const redis = new Redis(url, {
    maxRetriesPerRequest: 2,
    commandTimeout: 2000,
    retryStrategy: (tries) => Math.min(tries * 100, 2000),
  })
  // Each command that fails says so to whoever gave it.
  redis.on('error', () => {})
  return redis
}
