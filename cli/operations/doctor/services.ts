import { join } from 'node:path'
import { isLoopback } from '#api/adapters/loopback.ts'
import { askClamd } from '#api/adapters/malware-scanner.ts'
import { connectRedis } from '#api/adapters/redis.ts'
import { redisServers } from '#api/adapters/redis-address.ts'
import { forgetfulRedis } from '#api/adapters/redis-log.ts'
import type { Env } from '#api/env/env.ts'
import { describeSandbox, strictestSandbox } from '#api/renderer/rendering.ts'
import { findRedisUrl, redisProgram } from '#cli/operations/redis.ts'
import { Problem } from '#schemas/calls/problem.ts'
import { succeeds, timeout } from './asking.ts'
import { type Finding, fine, odd, wrong } from './finding.ts'

const openRedis = odd(
  'Redis',
  'REDIS_URL has no password: whoever reaches it can sign people out, drop work and lift limits. Set requirepass.',
)

/** Whether a Redis answers at this address. */
const answers = (url: string): Promise<boolean> => {
  const redis = connectRedis(url)
  return succeeds(redis.ping(), () => redis.disconnect())
}

/** Checks whether a Redis that answers keeps what it is given. */
const checkKeeping = async (url: string): Promise<Finding> => {
  const redis = connectRedis(url)
  const forgetful = await forgetfulRedis(redis).finally(() => redis.disconnect())
  return forgetful === undefined ? fine('Redis', 'It answers.') : wrong('Redis', forgetful)
}

/** Checks whether the Redis that npm start runs answers the product, and nobody else. */
const checkOwnRedis = async (dataDir: string, inUse: boolean): Promise<Finding> => {
  const program = redisProgram()
  if (!program)
    return wrong('Redis', 'There is no redis-server or valkey-server on PATH. Install one, or set REDIS_URL.')
  const url = inUse ? findRedisUrl(join(dataDir, 'redis')) : undefined
  if (url === undefined) return fine('Redis', `npm start runs ${program}.`)
  if (!(await answers(url))) return wrong('Redis', 'It does not answer: nobody can sign in, and background work waits.')
  if (await answers(`redis://${new URL(url).host}`)) return wrong('Redis', 'It answers without a password.')
  return fine('Redis', 'It answers those who know its password, and nobody else.')
}

/** Checks whether Redis is available for jobs and sessions. */
export const checkRedis = async ({ dataDir, redisUrl }: Env, inUse: boolean): Promise<Finding[]> => {
  if (redisUrl === undefined) return [await checkOwnRedis(dataDir, inUse)]
  if (!(await answers(redisUrl)))
    return [wrong('Redis', 'REDIS_URL does not answer: nobody can sign in, and background work waits.')]
  const servers = redisServers(redisUrl)
  const heard = servers.some((server) => server.startsWith('redis:') && !isLoopback(server))
  return [
    await checkKeeping(redisUrl),
    ...(servers.some((server) => new URL(server).password === '') ? [openRedis] : []),
    ...(heard
      ? [odd('Redis', 'REDIS_URL leads to another machine in clear. Use rediss:// unless the network is yours.')]
      : []),
  ]
}

/** Checks whether the scanner for malware answers, if there is one. */
export const checkScanner = async ({ scannerUrl }: Env): Promise<Finding[]> => {
  if (scannerUrl === undefined) return []
  const asked = askClamd(scannerUrl)('/dev/null')
  if (await succeeds(asked, () => {})) return [fine('scanner', 'It answers: every upload is scanned for malware.')]
  return [wrong('scanner', 'SCANNER_URL does not answer: nothing can be uploaded.')]
}

/** Checks how well the process is confined that opens uploaded files. */
export const checkRenderer = async (): Promise<Finding[]> => {
  const { complete, words } = describeSandbox(await strictestSandbox())
  return [(complete ? fine : odd)('renderer', words)]
}

/** Checks whether the server of this data folder answers, and is up to date. */
export const checkServer = async ({ host, port }: Env): Promise<Finding[]> => {
  const url = `http://${host}:${port}/ready`
  const answer = await fetch(url, { signal: AbortSignal.timeout(timeout) }).catch(() => undefined)
  if (!answer) return [wrong('server', `It works on this data folder, but ${url} does not answer: is PORT the same?`)]
  if (answer.ok) return [fine('server', 'It is ready.')]
  const { message } = Problem.parse(await answer.json())
  return [wrong('server', `It is not ready. ${message} See: siteledger projections list`)]
}
