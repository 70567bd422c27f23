import type { Redis } from 'ioredis'
import { hear } from './redis.ts'

/** The rights of some ids (`rightsEndedBy`) that have ended, as one process knows of them. */
export type HeardRights = {
  /** The position at which the rights of an id ended last, where that was told within the last minute. */
  of: (id: string) => string | undefined
  /** Whether this process is told at present, and has caught up on what it was not told. */
  isListening: () => boolean
  stop: () => void
}

/** Tells every process whose rights have ended, and at which position of the log. */
export type EndedRights = {
  /** Resolves when all who listen are told; those who do not look into the log, so that nobody is stopped by it. */
  tell: (ids: readonly string[], position: string) => Promise<void>
  hear: () => HeardRights
}

const channel = 'rights-ended'

/** Milliseconds that it is kept for whoever was not listening: replicas that are further behind take no requests. */
const keptFor = 60_000

/** Keeps what was told: a position, and the ids whose rights ended there, with spaces in between. */
export const keptRights = () => {
  const ended = new Map<string, { position: string; toldAt: number }>()
  return {
    note: (message: string): void => {
      const now = Date.now()
      for (const [id, { toldAt }] of ended) {
        if (now - toldAt < keptFor) break
        ended.delete(id)
      }
      const [position = '', ...ids] = message.split(' ')
      for (const id of /^\d{1,20}$/.test(position) ? ids : []) {
        const known = ended.get(id)
        // The newest stand last; two replicas may be heard in another order than that of the log.
        ended.delete(id)
        const isLater = known === undefined || BigInt(position) > BigInt(known.position)
        ended.set(id, { position: isLater ? position : known.position, toldAt: now })
      }
    },
    of: (id: string): string | undefined => ended.get(id)?.position,
  }
}

/** Ended rights in Redis: ids and positions alone. */
export const redisEndedRights = (redis: Redis): EndedRights => ({
  tell: async (ids, position) => {
    const message = [position, ...ids].join(' ')
    const now = Date.now()
    const telling = redis
      .multi()
      .zadd(channel, String(now), message)
      .zremrangebyscore(channel, 0, now - keptFor)
      .pexpire(channel, keptFor)
    await telling
      .publish(channel, message)
      .exec()
      .catch(() => undefined)
  },
  hear: () => {
    const { note, of } = keptRights()
    let isListening = false
    const stop = hear(redis, channel, note, {
      begun: async () => {
        for (const message of await redis.zrange(channel, '0', '-1')) note(message)
        isListening = true
      },
      lost: () => {
        isListening = false
      },
    })
    return { of, isListening: () => isListening, stop }
  },
})
