import type { Redis } from 'ioredis'

/** The key under which a Redis has the id of the log that its jobs and sessions belong to (D-110). */
const key = 'siteledger:log'

/** Notes the id of the log in a Redis that has none yet; returns the id that it has. */
const logIdOfRedis = async (redis: Redis, logId: string): Promise<string> => {
  await redis.set(key, logId, 'NX')
  return (await redis.get(key)) ?? logId
}

/** Why a Redis loses what it was given, in one line; undefined if it keeps it. */
export const forgetfulRedis = async (redis: Redis): Promise<string | undefined> => {
  const [, policy = 'noeviction'] = /^maxmemory_policy:(\S+)/m.exec(await redis.info('memory')) ?? []
  if (policy === 'noeviction') return undefined
  return `REDIS_URL names a Redis that drops sessions and jobs once its memory is full: set maxmemory-policy noeviction there, not ${policy}.`
}

/** Why a Redis cannot be used beside a log, in one line; undefined if it can. A new log has no id yet. */
export const unfitRedis = async (redis: Redis, logId: string | undefined): Promise<string | undefined> => {
  const forgetful = await forgetfulRedis(redis)
  if (forgetful !== undefined || logId === undefined) return forgetful
  const owner = await logIdOfRedis(redis, logId)
  if (owner === logId) return undefined
  const back = 'give this one a Redis or a database number of its own, or empty that one if nothing else uses it.'
  return `REDIS_URL has the jobs and sessions of the log ${owner}, but the event store has the log ${logId}: ${back}`
}
