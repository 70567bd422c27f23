import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { MemoryStore } from 'express-rate-limit'
import type { ConsentRequest, ConsentRequests } from '#api/adapters/consent-requests.ts'
import { keptRights } from '#api/adapters/ended-rights.ts'
import { hourOf, startOfHour } from '#api/adapters/last-uses.ts'
import type { Locks } from '#api/adapters/locks.ts'
import { newRecordName } from '#api/adapters/marked-records.ts'
import type { RebuildOrder } from '#api/adapters/rebuild-orders.ts'
import type { Member } from '#api/adapters/replicas.ts'
import type { SessionTokens } from '#api/adapters/session-tokens.ts'
import type { SharedStores } from '#api/adapters/shared-stores.ts'
import { newZipName, type ZipRequest, type ZipRequests } from '#api/adapters/zip-requests.ts'
import type { CommandId } from '#schemas/ids.ts'
import { jobContracts } from '#schemas/jobs/registry.ts'
import { MemorySessionStore } from './sessions.ts'

const memoryTokens = (): SessionTokens => {
  const sessions = new Map<string, string>()
  const revoke = async (sessionName: string) => {
    for (const [token, name] of sessions) if (name === sessionName) sessions.delete(token)
  }
  return {
    rotate: async (sessionName) => {
      await revoke(sessionName)
      const token = randomUUID()
      sessions.set(token, sessionName)
      return token
    },
    revoke,
    sessionName: async (token) => sessions.get(token) ?? null,
  }
}

/** Attempts to take a held lock, and milliseconds between two: five seconds, as with Redis. */
const mostTries = 50
const retryEvery = 100

const memoryLocks = <Id, Progress>(): Locks<Id, Progress> => {
  const taken = new Map<Id, Progress | undefined>()
  return {
    acquire: async (id) => {
      // A run whose caller has left ends a moment later, and is waited for.
      for (let tries = 0; taken.has(id); tries += 1) {
        if (tries === mostTries) return undefined
        await wait(retryEvery)
      }
      taken.set(id, undefined)
      return {
        publish: (progress) => void taken.set(id, progress),
        isLost: () => false,
        release: async () => void taken.delete(id),
      }
    },
    progress: async (id) => taken.get(id),
  }
}

const memoryConsentRequests = (): ConsentRequests => {
  const open = new Map<string, ConsentRequest>()
  const answers = new Map<string, CommandId>()
  return {
    open: async (request) => {
      const name = newRecordName()
      open.set(name, request)
      return name
    },
    find: async (name) => open.get(name) ?? null,
    answer: async (name, commandId) => {
      if (!answers.has(name)) answers.set(name, commandId)
      return answers.get(name) === commandId
    },
  }
}

const memoryZipRequests = (): ZipRequests => {
  const open = new Map<string, { request: ZipRequest; until: number }>()
  return {
    open: async (request, lasts) => {
      const name = newZipName()
      open.set(name, { request, until: Date.now() + lasts })
      return name
    },
    find: async (name) => {
      const known = open.get(name)
      return known && known.until > Date.now() ? known.request : null
    },
  }
}

const memoryTallies = (): SharedStores['counts']['tallies'] => {
  const totals = new Map<string, number>()
  return {
    add: async (key, amount) => {
      const total = (totals.get(key) ?? 0) + amount
      totals.set(key, total)
      return total
    },
  }
}

const memoryDayCounts = (): SharedStores['counts']['securityEvents'] => {
  const days = new Map<string, Record<string, number>>()
  const of = (day: string) => days.get(day) ?? {}
  return {
    add: async (day, kind) => void days.set(day, { ...of(day), [kind]: (of(day)[kind] ?? 0) + 1 }),
    of: async (asked) => asked.map(of),
  }
}

const memoryNewsAsked = (): SharedStores['newsAsked'] => {
  const instants = new Map<string, string>()
  return {
    note: async (provider, at) => void instants.set(provider, at),
    at: async (provider) => instants.get(provider) ?? null,
  }
}

const memoryLastUses = (): SharedStores['lastUses'] => {
  const uses = new Map<string, string>()
  return {
    note: (id) => void uses.set(id, startOfHour(hourOf(Date.now()))),
    of: async (ids) => ids.map((id) => uses.get(id) ?? null),
  }
}

const memoryEndedRights = (): SharedStores['replicas']['endedRights'] => {
  const { note, of } = keptRights()
  return {
    tell: async (ids, position) => note([position, ...ids].join(' ')),
    hear: () => ({ of, isListening: () => true, stop: () => {} }),
  }
}

/** Orders to rebuild, and those that each replica has carried out. */
export const memoryRebuildOrders = (): SharedStores['replicas']['rebuildOrders'] => {
  const given = new Map<string, RebuildOrder>()
  const done = new Map<string, Record<string, RebuildOrder>>()
  const doneBy = (replica: string) => done.get(replica) ?? {}
  return {
    all: async () => Object.fromEntries(given),
    give: async (name, order) => void given.set(name, order),
    doneBy: async (replica) => doneBy(replica),
    noteDone: async (replica, name, order) => void done.set(replica, { ...doneBy(replica), [name]: order }),
  }
}

/** Replicas that are described and asked when somebody wants to know. */
const memoryReplicas = (): SharedStores['replicas']['join'] => {
  const members = new Map<string, Member>()
  return (member) => {
    members.set(member.name, member)
    const each = async <Outcome>(ask: (one: Member) => Promise<Outcome>) =>
      Promise.all([...members.values()].map(async (one) => [one.name, await ask(one)] as const))
    return {
      list: async () => (await each(({ describeSelf }) => describeSelf())).map(([name, one]) => ({ ...one, name })),
      ask: async (question) => new Map(await each(async ({ answer }) => answer?.(question))),
      leave: async () => void members.delete(member.name),
    }
  }
}

/** Empty queues without workers. */
const emptyQueues = (): SharedStores['queues'] => {
  const queues = jobContracts.map(({ name }) => ({
    name,
    paused: false,
    waiting: 0,
    active: 0,
    delayed: 0,
    failed: 0,
    oldest_at: null,
    failed_jobs: [],
  }))
  const find = async (name: string) => queues.find((queue) => queue.name === name)
  return {
    leftOut: async () => [],
    find,
    list: async () => queues,
    payloadOf: async () => undefined,
    setPaused: async (name, paused) => {
      const queue = await find(name)
      if (queue) queue.paused = paused
    },
    retry: async (name) => ((await find(name)) ? 0 : undefined),
    close: async () => {},
  }
}

/** The API's Redis stores in memory. `forgetKeys` simulates the loss of idempotency keys in Redis. */
export const memoryStores = (): SharedStores & { forgetKeys: () => void } => {
  const hearing = new Set<(name: string) => void>()
  const keys = new Map<string, string>()
  return {
    sessions: new MemorySessionStore((name) => {
      for (const listener of hearing) listener(name)
    }),
    sessionTokens: memoryTokens(),
    replicas: {
      onSessionEnded: (listener) => {
        hearing.add(listener)
        return () => hearing.delete(listener)
      },
      endedRights: memoryEndedRights(),
      join: memoryReplicas(),
      rebuildOrders: memoryRebuildOrders(),
      known: () => [],
    },
    usedKeys: {
      remember: async (key, value) => {
        if (!keys.has(key)) keys.set(key, value)
        return keys.get(key) === value
      },
      forget: async (key) => void keys.delete(key),
    },
    counts: { limit: () => new MemoryStore(), tallies: memoryTallies(), securityEvents: memoryDayCounts() },
    newsAsked: memoryNewsAsked(),
    lastUses: memoryLastUses(),
    locks: { imports: memoryLocks(), packs: memoryLocks() },
    requests: { consents: memoryConsentRequests(), zips: memoryZipRequests() },
    queues: emptyQueues(),
    unfitFor: async () => undefined,
    forgetKeys: () => keys.clear(),
    close: async () => {},
  }
}
