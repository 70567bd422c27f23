import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isLoopback } from '#api/adapters/loopback.ts'
import { askClamd } from '#api/adapters/malware-scanner.ts'
import { connectRedis } from '#api/adapters/redis.ts'
import type { Env } from '#api/env.ts'
import { parseAddress } from '#api/event-store/address.ts'
import { askEventStore, connectEventStore } from '#api/event-store/eventstoredb.ts'
import { refusalIn } from '#api/event-store/first-contact.ts'
import { findRedisUrl, redisProgram } from '#cli/operations/redis.ts'
import { Problem } from '#schemas/problem.ts'
import { describeSandbox, strictestSandbox } from '#workers/renderer/sandbox.ts'
import { type Finding, fine, odd, wrong } from './finding.ts'

/** Timeout of a service's answer, in milliseconds. */
const timeout = 3000

const openRedis = odd(
  'Redis',
  'REDIS_URL has no password: whoever reaches it can sign people out, drop work and lift limits. Set requirepass.',
)

/** Whether a call succeeds; the connection is closed in either case. */
const succeeds = async (call: Promise<unknown>, close: () => unknown): Promise<boolean> => {
  try {
    await call
    return true
  } catch {
    return false
  } finally {
    await close()
  }
}

/** The error of a call; undefined if it succeeds. */
const within = (call: Promise<unknown>): Promise<Error | undefined> => {
  const late = wait(timeout, new Error(`nothing came within ${timeout / 1000} seconds`), { ref: false })
  return Promise.race([
    call.then(
      () => undefined,
      (error: Error) => error,
    ),
    late,
  ])
}

/** Whether the event store at this address lets the product read. */
const letsRead = (url: string): Promise<boolean> => {
  const log = connectEventStore(url)
  return succeeds(log.newest(), log.close)
}

/** Checks whether the event store answers the product, and nobody else. */
export const checkEventStore = async ({ dataDir, eventStoreUrl }: Env, inUse: boolean): Promise<Finding[]> => {
  const about = 'event store'
  if (eventStoreUrl !== undefined) {
    const { tls, defaultCredentials } = parseAddress(eventStoreUrl)
    const words = 'EVENTSTORE_URL has no user or no TLS: whoever reaches it can read and write everything.'
    const open = tls === false || defaultCredentials === undefined
    const error = await within(askEventStore(eventStoreUrl))
    const silent = `It does not answer: ${error?.message.split('\n')[0]}`
    return [
      open ? odd(about, words) : fine(about, 'EVENTSTORE_URL names a user, over TLS.'),
      error ? wrong(about, refusalIn(error, eventStoreUrl) ?? silent) : fine(about, 'It answers, and all can be read.'),
    ]
  }
  if (!inUse) return []
  const url = readFileSync(join(dataDir, 'eventstore-url'), 'utf8').trim()
  if (!(await letsRead(url))) return [wrong(about, 'It does not answer at the address in eventstore-url.')]
  if (await letsRead(`esdb://${new URL(url).host}?tls=false`)) return [wrong(about, 'It answers without a password.')]
  return [fine(about, 'It answers those who can read eventstore-url, and nobody else.')]
}

/** Whether a Redis answers at this address. */
const answers = (url: string): Promise<boolean> => {
  const redis = connectRedis(url)
  return succeeds(redis.ping(), () => redis.disconnect())
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
  const heard = redisUrl.startsWith('redis:') && !isLoopback(redisUrl)
  return [
    fine('Redis', 'It answers.'),
    ...(new URL(redisUrl).password === '' ? [openRedis] : []),
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
