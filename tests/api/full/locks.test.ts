import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type ImportLocks, redisLocks } from '#api/adapters/locks.ts'
import { connectRedis } from '#api/adapters/redis.ts'
import { newImportId, newTeamId } from '#tests/support/new-ids.ts'
import { startRedis, type TestRedis } from '#tests/support/redis.ts'

const POLL = { timeout: 120_000, interval: 50 }

let redis: TestRedis
let connection: ReturnType<typeof connectRedis>
let locks: ImportLocks

beforeAll(async () => {
  redis = await startRedis()
  connection = connectRedis(redis.url)
  locks = redisLocks(connection, 'import')
})
afterAll(async () => {
  connection.disconnect()
  await redis.stop()
})

describe('a lock', () => {
  test('expires when its process has died', async () => {
    const teamId = newTeamId()
    const dying = connectRedis(redis.url)
    await redisLocks(dying, 'import').acquire(teamId)
    dying.disconnect()

    const lock = await locks.acquire(teamId)

    expect(lock?.isLost()).toBe(false)
    await lock?.release()
  })

  test('is still held after Redis has lost it, unless another caller has acquired it since', async () => {
    const teamId = newTeamId()
    const lock = await locks.acquire(teamId)
    lock?.publish({ run: newImportId(), done: 0, listed: 0, total: 1, since: 1 })
    await connection.flushall()
    await vi.waitFor(async () => expect(await locks.progress(teamId)).toBeDefined(), POLL)
    expect(lock?.isLost()).toBe(false)

    await connection.flushall()
    await connection.hset(`import:${teamId}`, 'token', 'somebody else')

    await vi.waitFor(() => expect(lock?.isLost()).toBe(true), POLL)
    await lock?.release()
    expect(await connection.exists(`import:${teamId}`)).toBe(1)
  })
})
