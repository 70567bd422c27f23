import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import type { ImportId, TeamId } from '#schemas/ids.ts'

/** Milliseconds that a lock outlives the process that holds it. */
const lease = 5000

/** Milliseconds between two renewals, and between two looks at a lock that is awaited. */
const [renewEvery, lookEvery] = [1000, 100]

/** How far the one who holds a lock has come; `since` is in milliseconds since the epoch. */
export type ImportProgress = { run: ImportId; done: number; total: number; since: number }

export type ImportLock = {
  /** What others are told about it, within about a second. */
  tell: (progress: ImportProgress) => void
  /** Whether somebody else has taken it, because this process stood still for too long. */
  isLost: () => boolean
  release: () => Promise<void>
}

export type ImportLocks = {
  /** Undefined where another import of the team is at it; a lock that a dead process left is waited for. */
  take: (teamId: TeamId) => Promise<ImportLock | undefined>
  /** What is going on in a team. */
  progress: (teamId: TeamId) => Promise<ImportProgress | undefined>
}

// A lock that Redis has forgotten is still ours as long as nobody else took it.
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

/** One import of a team at a time, whichever process it runs in; a lock that is not renewed ends by itself. */
export const redisImportLocks = (redis: Redis): ImportLocks => {
  const hold = (name: string, token: string): ImportLock => {
    let text = ''
    let lost = false
    const renew = async () => {
      lost ||= (await redis.eval(renewing, 1, name, token, text, lease)) === 0
    }
    // While Redis is away nobody else can take it either.
    const renewals = setInterval(() => void renew().catch(() => {}), renewEvery)
    renewals.unref()
    let told = false
    return {
      tell: (progress) => {
        text = JSON.stringify(progress)
        if (!told) void renew().catch(() => {})
        told = true
      },
      isLost: () => lost,
      release: async () => {
        clearInterval(renewals)
        // Where this fails the lease ends it.
        await redis.eval(releasing, 1, name, token).catch(() => {})
      },
    }
  }

  return {
    take: async (teamId) => {
      const [name, token] = [nameOf(teamId), randomUUID()]
      for (let waited = 0; waited <= lease + lookEvery; waited += lookEvery) {
        if ((await redis.eval(taking, 1, name, token, lease)) === 1) return hold(name, token)
        await wait(lookEvery)
      }
      return undefined
    },
    progress: async (teamId) => {
      const text = await redis.hget(nameOf(teamId), 'progress')
      return text ? (JSON.parse(text) as ImportProgress) : undefined
    },
  }
}
