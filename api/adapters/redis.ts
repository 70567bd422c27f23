import { Redis, ReplyError } from 'ioredis'
import { type ClientOptions, sentinelOptions } from './redis-address.ts'

/** Errors for which ioredis exports no class. */
const lostConnection =
  /^(Connection is closed|Command timed out|Stream isn't writeable|Reached the max retries per request|All sentinels are unreachable)/

/** Whether an error says that Redis did not answer. */
export const isRedisLost = (error: Error): boolean => 'code' in error || lostConnection.test(error.message)

/** Whether an error says that Redis refused a command or did not answer it. */
export const isRedisFailure = (error: unknown): boolean =>
  error instanceof ReplyError || (error instanceof Error && lostConnection.test(error.message))

/** A client of the Redis at an address, or of the one that its Sentinels name. */
export const openRedis = (address: string, options: ClientOptions): Redis => {
  const sentinels = sentinelOptions(address)
  return sentinels ? new Redis({ ...sentinels, ...options }) : new Redis(address, options)
}

/**
 * Connects to Redis for short commands: while Redis is down each fails within about a second, and the client reconnects
 * by itself.
 */
export const connectRedis = (url: string): Redis => {
  const redis = openRedis(url, {
    maxRetriesPerRequest: 2,
    commandTimeout: 2000,
    retryStrategy: (tries) => Math.min(tries * 100, 2000),
  })
  // A command that fails rejects, so its caller handles the error.
  redis.on('error', () => {})
  return redis
}

/** Called when a subscription begins, again after each interruption, and when it is lost. */
type Hearing = { begun: () => Promise<void>; lost: () => void }

/** Calls back with each message of a channel, on a connection of its own; returns a function that unsubscribes. */
export const hear = (
  redis: Redis,
  channel: string,
  heard: (message: string) => void,
  { begun, lost }: Hearing = { begun: async () => {}, lost: () => {} },
): (() => void) => {
  const hearing = redis.duplicate()
  const begin = () => hearing.subscribe(channel).then(begun)
  hearing.on('error', () => {})
  // Who cannot begin connects again.
  hearing.on('ready', () => void begin().catch(() => hearing.disconnect(true)))
  hearing.on('close', lost)
  hearing.on('message', (_channel, message) => heard(message))
  return () => hearing.disconnect()
}
