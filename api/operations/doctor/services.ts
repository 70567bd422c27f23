import { connectRedis } from '#api/adapters/redis.ts'
import type { Env } from '#api/env.ts'
import { redisProgram } from '#api/operations/redis.ts'
import { type Finding, fine, wrong } from './finding.ts'

/** Milliseconds that a service may take to answer. */
const patience = 3000

/** Whether jobs and sessions have a Redis. */
export const lookAtRedis = async ({ redisUrl }: Env): Promise<Finding[]> => {
  if (redisUrl === undefined) {
    const program = redisProgram()
    if (program) return [fine('Redis', `npm start runs ${program}.`)]
    return [wrong('Redis', 'There is no redis-server or valkey-server on PATH. Install one, or set REDIS_URL.')]
  }
  const redis = connectRedis(redisUrl)
  try {
    await redis.ping()
    return [fine('Redis', 'It answers.')]
  } catch {
    return [wrong('Redis', 'REDIS_URL does not answer: nobody can sign in, and background work waits.')]
  } finally {
    redis.disconnect()
  }
}

/** Whether the server that works on this data folder answers, and is up to date. */
export const lookAtServer = async ({ host, port }: Env): Promise<Finding[]> => {
  const url = `http://${host}:${port}/ready`
  const answer = await fetch(url, { signal: AbortSignal.timeout(patience) }).catch(() => undefined)
  if (!answer) return [wrong('server', `It works on this data folder, but ${url} does not answer: is PORT the same?`)]
  if (answer.ok) return [fine('server', 'It is ready.')]
  return [wrong('server', 'It is not ready: read models are behind the log or stand still. See: projections list')]
}
