import type { SessionData } from 'express-session'
import { Redis } from 'ioredis'
import { expect, test } from 'vitest'
import { nameOfSession, RedisSessionStore } from '#api/adapters/session-store.ts'
import { idleFor } from '#schemas/session-life.ts'
import { newCommandId, newUserId } from '#tests/support/new-ids.ts'
import { startRedis } from '#tests/support/redis.ts'

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
