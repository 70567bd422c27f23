import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { openKeyStore } from '#api/adapters/key-store.ts'
import { masterKeyFor } from '#api/adapters/master-key.ts'
import { type Env, readEnv } from '#api/env.ts'
import { connectEventStore } from '#api/event-store/eventstoredb.ts'
import { type Ledger, openLedger } from '#api/event-store/ledger.ts'
import { startServer } from '#api/server.ts'
import { type Caller, openCaller } from './caller.ts'
import { startEventStore, type TestEventStore } from './event-store.ts'
import { startRedis, type TestRedis } from './redis.ts'

/** The origin that the API under test believes it is reached at (APP_URL). */
export const appUrl = 'http://app.test'

export type TestApp = {
  url: string
  dataDir: string
  /** Everything logged so far, one JSON line each. */
  logged: string[]
  /** The log of the running API, for events that no route records. */
  ledger: Ledger
  /** The API's own keyed digest, which codes and links are made of. */
  digest: (purpose: string, text: string) => string
  eventStore: TestEventStore
  redis: TestRedis
  /** Somebody without a session. */
  guest: () => Caller
  close: () => Promise<void>
}

export type AppOptions = { env?: Partial<Env>; webFolder?: string; redis?: TestRedis; eventStore?: TestEventStore }

/**
 * The whole API in this process, on a free port: its own event store, Redis and data folder. Share one in a test file:
 * teams do not see each other. What the API says stays in `logged`.
 */
export const startApp = async (options: AppOptions = {}): Promise<TestApp> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'app-'))
  const [eventStore, redis] = await Promise.all([
    options.eventStore ?? startEventStore(),
    options.redis ?? startRedis(),
  ])
  const env: Env = { ...readEnv({ DATA_DIR: dataDir, APP_URL: appUrl }), port: 0, ...options.env }
  const logged: string[] = []
  const server = await startServer({
    env,
    eventStoreUrl: eventStore.url,
    redisUrl: redis.url,
    webFolder: options.webFolder ?? join(dataDir, 'web'),
    logger: pino({ level: 'debug' }, { write: (line) => void logged.push(line) }),
    failed: (error) => {
      throw error
    },
  })
  const keys = openKeyStore(join(dataDir, 'keys.sqlite'), masterKeyFor(env))
  const log = connectEventStore(eventStore.url)
  const url = `http://127.0.0.1:${server.port}`
  return {
    url,
    dataDir,
    logged,
    ledger: openLedger(log, keys),
    digest: keys.digest,
    eventStore,
    redis,
    guest: () => openCaller(url, env.appUrl),
    close: async () => {
      await server.close()
      keys.close()
      await log.close()
      await Promise.all([eventStore.stop(), redis.stop()])
      await rm(dataDir, { recursive: true })
    },
  }
}
