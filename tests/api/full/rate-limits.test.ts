import type { Options, Store } from 'express-rate-limit'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rateLimitStore } from '#api/adapters/shared-stores.ts'
import { startRedis, type TestRedis } from '#tests/support/redis.ts'

/** A store for a limit of one minute, as express-rate-limit would open it. */
const opened = (redis: Redis, name: string): Store => {
  const store = rateLimitStore(redis, name)
  void store.init?.({ windowMs: 60_000 } as Options)
  return store
}

describe('counts of tries', () => {
  let server: TestRedis
  let redis: Redis

  beforeAll(async () => {
    server = await startRedis()
    redis = new Redis(server.url, { maxRetriesPerRequest: 1 })
    redis.on('error', () => {})
  })
  afterAll(() => redis.disconnect())

  test('are shared by processes, and kept apart by limit and by key', async () => {
    const one = opened(redis, 'sign-in')
    const other = opened(redis, 'sign-in')

    expect((await one.increment('ann')).totalHits).toBe(1)
    expect((await other.increment('ann')).totalHits).toBe(2)
    expect((await other.increment('bob')).totalHits).toBe(1)
    expect((await opened(redis, 'support').increment('ann')).totalHits).toBe(1)
    await one.decrement('ann')
    expect((await other.increment('ann')).totalHits).toBe(2)
  })

  test('survive that Redis forgets its scripts', async () => {
    const store = opened(redis, 'scripts')
    await store.increment('ann')
    await redis.script('FLUSH')

    expect((await store.increment('ann')).totalHits).toBe(2)
  })

  test('go on in this process while Redis is away: no limit goes away with it', async () => {
    const store = opened(redis, 'away')
    await server.stop()

    expect((await store.increment('ann')).totalHits).toBe(1)
    expect((await store.increment('ann')).totalHits).toBe(2)
  })
})
