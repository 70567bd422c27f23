import type { Options, Store } from 'express-rate-limit'
import type { SessionData } from 'express-session'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { nameOfSession, RedisSessionStore } from '#api/adapters/session-store.ts'
import { rateLimitStores } from '#api/adapters/shared-stores.ts'
import { listClients } from '#schemas/resources/clients.ts'
import { refreshToken, signIn } from '#schemas/resources/sessions.ts'
import { currentUser } from '#schemas/resources/users.ts'
import { idleFor } from '#schemas/time/session-life.ts'
import { startFullApp } from '#tests/support/full-app.ts'
import { listen } from '#tests/support/live-stream.ts'
import { newCommandId, newUserId } from '#tests/support/new-ids.ts'
import { startRedis, type TestRedis } from '#tests/support/redis.ts'
import { newTeam, password } from '#tests/support/teams.ts'

/** A store for a limit of one minute, as express-rate-limit would open it. */
const opened = (redis: Redis, name: string): Store => {
  const store = rateLimitStores(redis)(name)
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

  test('are taken off where they were counted, without waiting for a Redis that is away', async ({
    onTestFinished,
  }) => {
    let answers: 'with an error' | 'never' = 'with an error'
    const lost = () => Promise.reject(new Error('Connection is closed.'))
    const call = () => (answers === 'never' ? new Promise(() => {}) : lost())
    const store = opened({ call } as unknown as Redis, 'silent')
    onTestFinished(() => void vi.useRealTimers())
    vi.useFakeTimers({ toFake: ['Date'] })
    await store.increment('ann')
    // Redis is asked again after a while.
    vi.setSystemTime(Date.now() + 6000)
    answers = 'never'
    await store.decrement('ann')
    answers = 'with an error'

    expect((await store.increment('ann')).totalHits).toBe(1)
  })
})

test('[D-101] a session ends 12 hours after its last use, of which each read is one', async ({ onTestFinished }) => {
  const server = await startRedis()
  const redis = new Redis(server.url)
  onTestFinished(async () => {
    redis.disconnect()
    await server.stop()
  })
  const store = new RedisSessionStore(redis, (purpose, text) => purpose + text.length)
  const id = newCommandId()
  const cookie = { originalMaxAge: null, httpOnly: true, path: '/' }
  const session = { cookie, userId: newUserId(), epoch: 0, device: 'Chrome on Linux', startedAt: Date.now() }
  const secondsLeft = () => redis.ttl(`session:${nameOfSession(id)}`)

  await new Promise((resolve) => store.set(id, session as unknown as SessionData, resolve))
  expect(idleFor).toBe(12 * 60 * 60 * 1000)
  expect(Math.abs((await secondsLeft()) - idleFor / 1000)).toBeLessThan(60)

  await redis.expire(`session:${nameOfSession(id)}`, 120)
  await new Promise((resolve) => store.get(id, resolve))
  expect(Math.abs((await secondsLeft()) - idleFor / 1000)).toBeLessThan(60)
})

test('[D-101] a page that nobody uses does not extend its session by what it asks for', async ({ onTestFinished }) => {
  const app = await startFullApp()
  const redis = new Redis(app.redis.url)
  onTestFinished(async () => {
    redis.disconnect()
    await app.close()
  })
  const { email } = await newTeam(app)
  const ann = app.guest()
  await ann.call(signIn, { body: { email, password } })
  const name = nameOfSession(/=s(?::|%3A)([^.]+)\./.exec(ann.cookie() ?? '')?.[1] ?? '')
  await redis.expire(`session:${name}`, 120)
  const secondsLeft = () => redis.ttl(`session:${name}`)

  const stream = await listen(app, ann)
  stream.leave()
  await ann.call(refreshToken)
  await ann.request('GET', '/health')
  await ann.call(listClients, {}, { headers: { 'x-unattended': 'true' } })
  await ann.request('GET', '/settings/photo', { headers: { 'sec-fetch-dest': 'image' } })
  expect(await secondsLeft()).toBeLessThanOrEqual(120)

  await ann.call(currentUser)
  expect(Math.abs((await secondsLeft()) - idleFor / 1000)).toBeLessThan(60)
})
