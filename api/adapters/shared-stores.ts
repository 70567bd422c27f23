import { createHash } from 'node:crypto'
import { MemoryStore, type Options, type Store as RateLimitStore, type Store } from 'express-rate-limit'
import type { Store as Sessions } from 'express-session'
import type { Redis } from 'ioredis'
import { type RedisReply, RedisStore } from 'rate-limit-redis'
import { jobContracts } from '#schemas/jobs/registry.ts'
import { countedDays } from '#schemas/resources/security-events.ts'
import { type ConsentRequests, redisConsentRequests } from './consent-requests.ts'
import { type DayCounts, redisDayCounts } from './day-counts.ts'
import { type EndedRights, redisEndedRights } from './ended-rights.ts'
import { type JobQueues, openJobQueues } from './job-queues.ts'
import { type LastUses, redisLastUses } from './last-uses.ts'
import { type ImportLocks, type PackLocks, redisLocks } from './locks.ts'
import type { Digest } from './marked-texts.ts'
import { type NewsAsked, redisNewsAsked } from './news-asked.ts'
import { type RebuildOrders, redisRebuildOrders } from './rebuild-orders.ts'
import { connectRedis, isRedisFailure } from './redis.ts'
import { unfitRedis } from './redis-log.ts'
import { type OpenReplicas, redisReplicas } from './replicas.ts'
import { onSessionEnded, RedisSessionStore } from './session-store.ts'
import { type SessionTokens, sessionTokens } from './session-tokens.ts'
import { redisTallies, type Tallies } from './tallies.ts'
import { redisZipRequests, type ZipRequests } from './zip-requests.ts'

/** Milliseconds without calls to Redis after a failure, so that not every request waits for it. */
const pauseAfterFailure = 5000

/**
 * Counts attempts in Redis, across all processes. While Redis is down, each process counts for itself, so that a limit
 * always applies; `outage` is that of all limits. `name` separates their counts.
 */
const rateLimitStore = (redis: Redis, name: string, outage: { until: number }): Store => {
  const local = new MemoryStore()
  const prefix = `throttle:${name}:`
  let options: Options | undefined
  let shared: RedisStore | undefined

  const open = (): RedisStore => {
    const store = new RedisStore({
      prefix,
      sendCommand: (command: string, ...args: string[]) => redis.call(command, ...args) as Promise<RedisReply>,
    })
    // init loads the store's scripts. If that fails, the next call that counts fails and is handled there.
    if (options) store.init(options).catch(() => {})
    return store
  }

  const inRedis = async <Result>(act: (store: RedisStore) => Promise<Result>, otherwise: () => Promise<Result>) => {
    if (Date.now() < outage.until) return otherwise()
    try {
      shared ??= open()
      return await act(shared)
    } catch {
      shared = undefined
      outage.until = Date.now() + pauseAfterFailure
      return otherwise()
    }
  }

  return {
    prefix,
    init: (provided) => {
      options = provided
      local.init(provided)
    },
    increment: (key) =>
      inRedis(
        (store) => store.increment(key),
        () => local.increment(key),
      ),
    decrement: async (key) => {
      // It is taken off where it was counted, and at once: the next try may come before Redis is found to be away.
      const counted = await local.get(key)
      if (counted && counted.totalHits > 0) return local.decrement(key)
      await inRedis(
        (store) => store.decrement(key),
        () => local.decrement(key),
      )
    },
    resetKey: (key) =>
      inRedis(
        (store) => store.resetKey(key),
        () => local.resetKey(key),
      ),
    shutdown: () => local.shutdown(),
  }
}

/** Opens the counts of limits by name; of an outage of Redis, only one of them waits to learn. */
export const rateLimitStores = (redis: Redis): ((name: string) => Store) => {
  const outage = { until: 0 }
  return (name) => rateLimitStore(redis, name, outage)
}

/** Seconds that an Idempotency-Key is remembered: 48 hours (D-78). */
const rememberedSeconds = 48 * 60 * 60

const nameOf = (key: string): string => `idempotency:${createHash('sha256').update(key).digest('base64url')}`

/**
 * Used Idempotency-Keys in Redis; if Redis loses them, commands are still found in the log by their ids. What a key was
 * used for is stored as a keyed digest: it may be derived from a request with a password.
 */
const redisKeyMemory = (redis: Redis, digest: Digest) => ({
  remember: async (key: string, value: string): Promise<boolean> => {
    const stored = digest('idempotency', value)
    const known = await redis.set(nameOf(key), stored, 'EX', rememberedSeconds, 'NX', 'GET')
    // Earlier versions stored the value itself.
    return known === null || known === stored || known === value
  },
  forget: async (key: string): Promise<void> => {
    await redis.del(nameOf(key))
  },
})

/** Sessions by their ids, as express-session asks for them, and by their names. */
export type SessionStore = Sessions & Pick<RedisSessionStore, 'named' | 'listOf' | 'end'>

/** The state that all API processes share besides the log: in Redis, or in tests in the memory of one process. */
export type SharedStores = {
  sessions: SessionStore
  sessionTokens: SessionTokens
  /** What processes tell each other. */
  replicas: {
    /** Calls back with the name of each session that is ended; returns a function that unsubscribes. */
    onSessionEnded: (listener: (name: string) => void) => () => void
    endedRights: EndedRights
    rebuildOrders: RebuildOrders
  } & OpenReplicas
  usedKeys: ReturnType<typeof redisKeyMemory>
  counts: {
    /** The counts of one limit. */
    limit: (name: string) => RateLimitStore
    tallies: Tallies
    securityEvents: DayCounts
  }
  newsAsked: NewsAsked
  lastUses: LastUses
  locks: { imports: ImportLocks; packs: PackLocks }
  requests: { consents: ConsentRequests; zips: ZipRequests }
  queues: JobQueues
  /** Why these stores cannot be used beside a log, in one line; undefined if they can, or do not answer (D-110). */
  unfitFor: (logId: string) => Promise<string | undefined>
  close: () => Promise<void>
}

/** All stores in one Redis. `digest` marks what must come from this installation. */
export const redisStores = (url: string, digest: Digest): SharedStores => {
  const redis = connectRedis(url)
  const queues = openJobQueues(redis, jobContracts)
  return {
    sessions: new RedisSessionStore(redis, digest),
    sessionTokens: sessionTokens(redis, digest),
    replicas: {
      onSessionEnded: (listener) => onSessionEnded(redis, listener),
      endedRights: redisEndedRights(redis),
      ...redisReplicas(redis, digest),
      rebuildOrders: redisRebuildOrders(redis, digest),
    },
    usedKeys: redisKeyMemory(redis, digest),
    counts: {
      limit: rateLimitStores(redis),
      tallies: redisTallies(redis),
      securityEvents: redisDayCounts(redis, 'security-events', countedDays),
    },
    newsAsked: redisNewsAsked(redis),
    lastUses: redisLastUses(redis),
    locks: { imports: redisLocks(redis, 'import'), packs: redisLocks(redis, 'pack') },
    requests: { consents: redisConsentRequests(redis, digest), zips: redisZipRequests(redis, digest) },
    queues,
    unfitFor: (logId) =>
      unfitRedis(redis, logId).catch((error) => {
        if (isRedisFailure(error)) return undefined
        throw error
      }),
    close: async () => {
      await queues.close()
      redis.disconnect()
    },
  }
}
