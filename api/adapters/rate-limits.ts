import { MemoryStore, type Options, type Store } from 'express-rate-limit'
import type { Redis } from 'ioredis'
import { type RedisReply, RedisStore } from 'rate-limit-redis'

/** Milliseconds without calls to Redis after a failure, so that not every request waits for it. */
const pauseAfterFailure = 5000

/**
 * Counts attempts in Redis, across all processes. While Redis is down, each process counts for itself, so that a limit
 * always applies. `name` separates the counts of different limits.
 */
export const rateLimitStore = (redis: Redis, name: string): Store => {
  const local = new MemoryStore()
  const prefix = `throttle:${name}:`
  let options: Options | undefined
  let shared: RedisStore | undefined
  let pausedUntil = 0

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
    if (Date.now() < pausedUntil) return otherwise()
    try {
      shared ??= open()
      return await act(shared)
    } catch {
      shared = undefined
      pausedUntil = Date.now() + pauseAfterFailure
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
