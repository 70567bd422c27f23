import { createHmac } from 'node:crypto'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { type Member, redisReplicas } from '#api/adapters/replicas.ts'
import { startRedis, type TestRedis } from '#tests/support/redis.ts'

const digest = (purpose: string, text: string) =>
  createHmac('sha256', 'key')
    .update(purpose + text)
    .digest('hex')

let server: TestRedis
let redis: Redis
beforeAll(async () => {
  server = await startRedis()
  redis = new Redis(server.url)
})
beforeEach(() => redis.flushall())
afterAll(async () => {
  redis.disconnect()
  await server.stop()
})

const pace = { lasts: 2_000, every: 20, longestWait: 200 }

const self: Awaited<ReturnType<Member['describeSelf']>> = {
  role: 'api',
  version: '1.0.0',
  started_at: '2026-11-28T10:00:00.000Z',
  position: '7',
  lag: 0,
  building: [],
  events: { ClientAdded: 1 },
}

/** Joins the others until the test ends. */
const join = (name: string, member: Partial<Member> = {}, own = pace) => {
  const taken = vi.fn<() => void>()
  const outdated = vi.fn<(line: string) => void>()
  const describeSelf = async () => self
  const answer = async (question: string) => `${name} heard ${question}`
  const replicas = redisReplicas(redis, digest, own).join({
    name,
    describeSelf,
    taken,
    stoppedAt: () => [],
    outdated,
    answer,
    ...member,
  })
  onTestFinished(() => replicas.leave())
  const isAmong = (...names: string[]) =>
    vi.waitFor(async () => expect((await replicas.list()).map((each) => each.name)).toEqual(names))
  return { ...replicas, isAmong, taken, outdated }
}

test('replicas know each other until they leave', async () => {
  const a = join('a')
  const b = join('b')
  await a.isAmong('a', 'b')
  expect((await b.list())[0]).toMatchObject({ name: 'a', role: 'api', position: '7', events: { ClientAdded: 1 } })

  await b.leave()

  await a.isAmong('a')
})

test('one that does not renew what it announced is none any more', async () => {
  const a = join('a')
  join('dead', {}, { lasts: 500, every: 1_000_000, longestWait: 0 })
  await a.isAmong('a', 'dead')

  await a.isAmong('a')
})

test('each API process answers a question, and one that does not is named', async () => {
  const a = join('a')
  join('b')
  join('silent', { answer: () => new Promise(() => {}) })
  join('workers', { describeSelf: async () => ({ ...self, role: 'workers' }) })
  await a.isAmong('a', 'b', 'silent', 'workers')

  const heard = [
    ['a', 'a heard you'],
    ['b', 'b heard you'],
    ['silent', undefined],
  ]
  await vi.waitFor(async () => expect([...(await a.ask('you'))].toSorted()).toEqual(heard))
})

test('a name belongs to whoever renews it', async () => {
  const first = join('same')
  await first.isAmong('same')

  const second = join('same')
  await vi.waitFor(() => expect(second.taken).toHaveBeenCalled())

  expect(first.taken).not.toHaveBeenCalled()
})

test('a name that its process left behind is taken over', async () => {
  const dead = join('same', {}, { lasts: 100, every: 1_000_000, longestWait: 0 })
  await dead.isAmong('same')

  const next = join('same', { describeSelf: async () => ({ ...self, version: '2' }) })
  await vi.waitFor(async () => expect((await next.list())[0]?.version).toBe('2'))

  expect(next.taken).not.toHaveBeenCalled()
})

test('what another program writes there counts as nothing', async () => {
  const a = join('a')
  await a.isAmong('a')
  const forged = JSON.stringify({ name: 'forged', role: 'api' })
  await redis.set('replica:forged', `${'0'.repeat(64)}.${forged}`)
  await redis.sadd('replicas', 'forged')

  expect((await a.list()).map(({ name }) => name)).toEqual(['a'])
  expect([...(await a.ask('you')).keys()]).toEqual(['a'])
})

test('one that stands still at an event is told when another reads that type in a later version, and not before', async () => {
  const old = join('old', { stoppedAt: () => ['ClientAdded'] })
  const same = join('same')
  await old.isAmong('old', 'same')
  expect(old.outdated).not.toHaveBeenCalled()

  join('new', { describeSelf: async () => ({ ...self, version: '2.0.0', events: { ClientAdded: 2 } }) })

  const line = 'This version cannot read an event of the type ClientAdded, which new can: update it to version 2.0.0.'
  await vi.waitFor(() => expect(old.outdated).toHaveBeenCalledWith(line))
  expect(same.outdated).not.toHaveBeenCalled()
})
