import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Redis } from 'ioredis'
import { beforeEach, describe, expect, test } from 'vitest'
import { startEventStore } from '#tests/support/event-store.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import { startRedis } from '#tests/support/redis.ts'
import { runProgram } from '#tests/support/run-program.ts'

const startMain = (env: NodeJS.ProcessEnv) => runProgram(process.execPath, ['workers/main.ts'], env)

const evicting =
  'REDIS_URL names a Redis that drops sessions and jobs once its memory is full: set maxmemory-policy noeviction there, not allkeys-lru.'

describe('the workers process', () => {
  let dataDir: string
  beforeEach(() => {
    dataDir = temporaryFolder()
  })

  test('accepts jobs, and stops in order on request', async () => {
    const eventStore = await startEventStore()
    const redis = await startRedis()
    const main = startMain({ DATA_DIR: dataDir, EVENTSTORE_URL: eventStore.url, REDIS_URL: redis.url })

    await main.printed(/The workers take jobs/)
    main.child.kill('SIGTERM')

    expect(await main.finished).toMatchObject({ code: 0, stderr: '' })
    await redis.stop()
    await eventStore.stop()
  })

  test('ends with its supervisor even while it waits for Redis to begin', async () => {
    const eventStore = await startEventStore()
    const env = { DATA_DIR: dataDir, EVENTSTORE_URL: eventStore.url, REDIS_URL: 'redis://127.0.0.1:9' }
    const child = fork('workers/main.ts', { env: { ...process.env, ...env }, silent: true })
    await once(child.stdout ?? child, 'data')

    child.disconnect()

    expect(await once(child, 'exit')).toEqual([1, null])
    await eventStore.stop()
  })

  test('refuses a Redis that drops what it holds once its memory is full', async () => {
    const eventStore = await startEventStore()
    const redis = await startRedis()
    const connection = new Redis(redis.url)
    await connection.config('SET', 'maxmemory-policy', 'allkeys-lru')
    connection.disconnect()

    const ended = await startMain({ DATA_DIR: dataDir, EVENTSTORE_URL: eventStore.url, REDIS_URL: redis.url }).finished

    expect([ended.code, ended.stderr]).toEqual([78, `${evicting}\n`])
    await redis.stop()
    await eventStore.stop()
  })

  test('names missing addresses in one line', async () => {
    const ended = await startMain({ DATA_DIR: dataDir }).finished

    expect(ended.code).toBe(78)
    expect(ended.stderr).toBe('The workers need EVENTSTORE_URL and REDIS_URL; npm start sets both.\n')
  })
})
