import type { Store as RateLimitStore } from 'express-rate-limit'
import type { Store as Sessions } from 'express-session'
import { jobContracts } from '#schemas/jobs/registry.ts'
import { countedDays } from '#schemas/resources/security-events.ts'
import { type ConsentRequests, redisConsentRequests } from './consent-requests.ts'
import { type DayCounts, redisDayCounts } from './day-counts.ts'
import { type ImportLocks, redisImportLocks } from './import-locks.ts'
import { type JobQueues, openJobQueues } from './job-queues.ts'
import { redisKeyMemory } from './key-memory.ts'
import { type LastUses, redisLastUses } from './last-uses.ts'
import type { Digest } from './marked-texts.ts'
import { type NewsAsked, redisNewsAsked } from './news-asked.ts'
import { rateLimitStore } from './rate-limits.ts'
import { connectRedis, isRedisFailure } from './redis.ts'
import { foreignRedis } from './redis-log.ts'
import { onSessionEnded, RedisSessionStore } from './session-store.ts'
import { type SessionTokens, sessionTokens } from './session-tokens.ts'
import { redisTallies, type Tallies } from './tallies.ts'
import { redisZipRequests, type ZipRequests } from './zip-requests.ts'

/** Sessions by their ids, as express-session asks for them, and by their names. */
export type SessionStore = Sessions & Pick<RedisSessionStore, 'named' | 'listOf' | 'end'>

/** The state that all API processes share besides the log: in Redis, or in tests in the memory of one process. */
export type SharedStores = {
  sessions: SessionStore
  sessionTokens: SessionTokens
  /** Calls back with the name of each session that is ended; returns a function that unsubscribes. */
  onSessionEnded: (listener: (name: string) => void) => () => void
  usedKeys: ReturnType<typeof redisKeyMemory>
  counts: {
    /** The counts of one limit. */
    limit: (name: string) => RateLimitStore
    tallies: Tallies
    securityEvents: DayCounts
  }
  newsAsked: NewsAsked
  lastUses: LastUses
  importLocks: ImportLocks
  requests: { consents: ConsentRequests; zips: ZipRequests }
  queues: JobQueues
  /** Why these stores cannot be used beside a log, in one line; undefined if they can, or do not answer (D-110). */
  foreignTo: (logId: string) => Promise<string | undefined>
  close: () => Promise<void>
}

/** All stores in one Redis. `digest` marks what must come from this installation. */
export const redisStores = (url: string, digest: Digest): SharedStores => {
  const redis = connectRedis(url)
  const queues = openJobQueues(redis, jobContracts)
  return {
    sessions: new RedisSessionStore(redis, digest),
    sessionTokens: sessionTokens(redis, digest),
    onSessionEnded: (listener) => onSessionEnded(redis, listener),
    usedKeys: redisKeyMemory(redis, digest),
    counts: {
      limit: (name) => rateLimitStore(redis, name),
      tallies: redisTallies(redis),
      securityEvents: redisDayCounts(redis, 'security-events', countedDays),
    },
    newsAsked: redisNewsAsked(redis),
    lastUses: redisLastUses(redis),
    importLocks: redisImportLocks(redis),
    requests: { consents: redisConsentRequests(redis, digest), zips: redisZipRequests(redis, digest) },
    queues,
    foreignTo: (logId) =>
      foreignRedis(redis, logId).catch((error) => {
        if (isRedisFailure(error)) return undefined
        throw error
      }),
    close: async () => {
      await queues.close()
      redis.disconnect()
    },
  }
}
