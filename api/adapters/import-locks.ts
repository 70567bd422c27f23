import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import type { ImportId, TeamId } from '#schemas/ids.ts'

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

export type ImportLock = {
  /** Publishes the progress, within about a second. */
  publish: (progress: ImportProgress) => void
  /** Whether another process has taken the lock, because this one stalled for too long. */
  isLost: () => boolean
  release: () => Promise<void>
}

export type ImportLocks = {
  /** Takes the team's lock; undefined if another import holds it. The lock of a dead process is awaited. */
  acquire: (teamId: TeamId) => Promise<ImportLock | undefined>
  /** The progress of the import that is running in a team. */
  progress: (teamId: TeamId) => Promise<ImportProgress | undefined>
}

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

const nameOf = (teamId: TeamId): string => `import:${teamId}`

/** Allows one import per team at a time, across processes; a lock that is not renewed expires. */
export const redisImportLocks = (redis: Redis): ImportLocks => {
  const heldLock = (name: string, token: string): ImportLock => {
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
    acquire: async (teamId) => {
      const name = nameOf(teamId)
      const token = randomUUID()
      for (let waited = 0; waited <= lease + retryEvery; waited += retryEvery) {
        if ((await redis.eval(taking, 1, name, token, lease)) === 1) return heldLock(name, token)
        await wait(retryEvery)
      }
      return undefined
    },
    progress: async (teamId) => {
      const text = await redis.hget(nameOf(teamId), 'progress')
      return text ? (JSON.parse(text) as ImportProgress) : undefined
    },
  }
}
