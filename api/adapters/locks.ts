import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import type { ImportId, PackId, TeamId } from '#schemas/ids.ts'
import type { PackProgress } from '#schemas/records/pack.ts'

/** Milliseconds that a lock outlives its holder. */
const lease = 5000

/** Milliseconds between two renewals, and between two attempts to take a held lock. */
const renewEvery = 1000
const retryEvery = 100

/**
 * The progress of the import, or of its undoing, that holds a lock: rows that are done and that lists show. `since` is in
 * milliseconds since the epoch.
 */
export type ImportProgress = {
  run: ImportId
  done: number
  listed: number
  total: number
  since: number
  undoing?: true
}

export type Lock<Progress> = {
  /** Publishes the progress, within about a second. */
  publish: (progress: Progress) => void
  /** Whether another process has taken the lock, because this one stalled for too long. */
  isLost: () => boolean
  release: () => Promise<void>
}

/** Locks by ids, each held by one process at a time. */
export type Locks<Id, Progress> = {
  /** Takes a lock; undefined if another process holds it. The lock of a dead process is awaited. */
  acquire: (id: Id) => Promise<Lock<Progress> | undefined>
  /** The progress of whoever holds it. */
  progress: (id: Id) => Promise<Progress | undefined>
}

/** One import of a team at a time. */
export type ImportLocks = Locks<TeamId, ImportProgress>

/** Each pack is made by one process at a time. */
export type PackLocks = Locks<PackId, PackProgress>

// A lock that Redis has lost is still ours until somebody else takes it.
const renewing = `local holder = redis.call('HGET', KEYS[1], 'token')
if holder and holder ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'token', ARGV[1], 'progress', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1`

const taking = `if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
redis.call('HSET', KEYS[1], 'token', ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1`

const releasing = `if redis.call('HGET', KEYS[1], 'token') == ARGV[1] then redis.call('DEL', KEYS[1]) end`

/** Locks under names that begin with `prefix`, across processes; one that is not renewed expires. */
export const redisLocks = <Id extends string, Progress>(redis: Redis, prefix: string): Locks<Id, Progress> => {
  const nameOf = (id: Id): string => `${prefix}:${id}`
  const heldLock = (name: string, token: string): Lock<Progress> => {
    let text = ''
    let lost = false
    const renew = async () => {
      lost ||= (await redis.eval(renewing, 1, name, token, text, lease)) === 0
    }
    // While Redis is down, nobody else can take the lock either.
    const renewals = setInterval(() => void renew().catch(() => {}), renewEvery)
    renewals.unref()
    let published = false
    return {
      publish: (progress) => {
        text = JSON.stringify(progress)
        if (!published) void renew().catch(() => {})
        published = true
      },
      isLost: () => lost,
      release: async () => {
        clearInterval(renewals)
        // If this fails, the lease expires.
        await redis.eval(releasing, 1, name, token).catch(() => {})
      },
    }
  }

  return {
    acquire: async (id) => {
      const name = nameOf(id)
      const token = randomUUID()
      for (let waited = 0; waited <= lease + retryEvery; waited += retryEvery) {
        if ((await redis.eval(taking, 1, name, token, lease)) === 1) return heldLock(name, token)
        await wait(retryEvery)
      }
      return undefined
    },
    progress: async (id) => {
      const text = await redis.hget(nameOf(id), 'progress')
      return text ? (JSON.parse(text) as Progress) : undefined
    },
  }
}
