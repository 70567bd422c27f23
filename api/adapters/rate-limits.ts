import { MemoryStore, type Options, type Store } from 'express-rate-limit'
import type { Redis } from 'ioredis'
import { type RedisReply, RedisStore } from 'rate-limit-redis'

/** Milliseconds that Redis is left alone after it did not answer, so that nobody waits for it at every try. */
const restAfterFailure = 5000

/**
 * Counts tries in Redis, for all processes together; while Redis is away, each process counts for itself, so that a
 * limit never goes away with it. `name` keeps the counts of different limits apart.
 */
export const rateLimitStore = (redis: Redis, name: string): Store => {
  const local = new MemoryStore()
  const prefix = `throttle:${name}:`
  let options: Options | undefined
  let shared: RedisStore | undefined
  let restUntil = 0

  const open = (): RedisStore => {
    const store = new RedisStore({
      prefix,
      sendCommand: (command: string, ...args: string[]) => redis.call(command, ...args) as Promise<RedisReply>,
    })
    // It loads its scripts; that they are missing is noticed by whoever counts next.
    if (options) store.init(options).catch(() => {})
    return store
  }

  const inRedis = async <Result>(act: (store: RedisStore) => Promise<Result>, otherwise: () => Promise<Result>) => {
    if (Date.now() < restUntil) return otherwise()
    try {
      shared ??= open()
      return await act(shared)
    } catch {
      shared = undefined
      restUntil = Date.now() + restAfterFailure
      return otherwise()
    }
  }

  return {
    prefix,
    init: (given) => {
      options = given
      local.init(given)
    },
    increment: (key) =>
      inRedis(
        (store) => store.increment(key),
        () => local.increment(key),
      ),
    decrement: (key) =>
      inRedis(
        (store) => store.decrement(key),
        () => local.decrement(key),
      ),
    resetKey: (key) =>
      inRedis(
        (store) => store.resetKey(key),
        () => local.resetKey(key),
      ),
    shutdown: () => local.shutdown(),
  }
}
