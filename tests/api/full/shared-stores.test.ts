import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { SessionData } from 'express-session'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { leftOutPasses } from '#api/adapters/left-out-passes.ts'
import { nameOfSession } from '#api/adapters/session-store.ts'
import { redisStores, type SharedStores } from '#api/adapters/shared-stores.ts'
import { newZipName } from '#api/adapters/zip-requests.ts'
import { OAuthClientId, type UserId } from '#schemas/ids.ts'
import { endsAfter, rememberedFor } from '#schemas/time/session-life.ts'
import { memoryStores } from '#tests/support/in-memory/stores.ts'
import { newCommandId, newImportId, newTeamId, newUserId } from '#tests/support/new-ids.ts'
import { startRedis, type TestRedis } from '#tests/support/redis.ts'

const digest = (purpose: string, text: string) =>
  createHmac('sha256', 'key')
    .update(purpose + text)
    .digest('hex')

let redis: TestRedis
beforeAll(async () => {
  redis = await startRedis()
})
afterAll(() => redis.stop())

const kinds = [
  ['Redis', () => redisStores(redis.url, digest)],
  ['memory', (): SharedStores => memoryStores()],
] as const

/** The contract of the API's shared stores, whatever is behind them. */
describe.each(kinds)('stores in %s', (_, open) => {
  let stores: SharedStores
  beforeAll(() => {
    stores = open()
  })
  afterAll(() => stores.close())

  test('count by day and kind', async () => {
    const adding = ['a', 'b', 'a'].map((kind) => stores.counts.securityEvents.add('2026-11-21', kind))
    await Promise.all([...adding, stores.counts.securityEvents.add('2026-11-22', 'a')])

    const days = ['2026-11-22', '2026-11-21', '2026-11-20']
    expect(await stores.counts.securityEvents.of(days)).toEqual([{ a: 1 }, { a: 2, b: 1 }, {}])
  })

  test('hold when each payment provider was last asked for news', async () => {
    const { newsAsked } = stores
    await newsAsked.note('sandbox', '2026-11-21T10:00:00.000Z')
    await newsAsked.note('sandbox', '2026-11-21T10:05:00.000Z')

    const known = [await newsAsked.at('sandbox'), await newsAsked.at('stripe')]
    expect(known).toEqual(['2026-11-21T10:05:00.000Z', null])
  })

  test('hold the hour in which each token was last used', async () => {
    onTestFinished(() => void vi.useRealTimers())
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 2, 2, 9, 59) })
    const one = newCommandId()
    const other = newCommandId()
    const unused = newCommandId()
    for (const id of [one, other]) stores.lastUses.note(id)
    vi.setSystemTime(Date.UTC(2026, 2, 2, 10, 1))
    stores.lastUses.note(other)

    expect(await stores.lastUses.of([unused, one, other])).toEqual([
      null,
      '2026-03-02T09:00:00.000Z',
      '2026-03-02T10:00:00.000Z',
    ])
    expect(await stores.lastUses.of([])).toEqual([])
  })

  test('hold what an app asks for by a name that only its answer knows, and let one command answer', async () => {
    const { consents } = stores.requests
    const request = {
      clientId: OAuthClientId.parse(newCommandId()),
      redirect: 'https://phone.example',
      state: 'x',
      scopes: ['clients.view' as const],
      challenge: 'c',
      userId: newUserId(),
      sessionName: 's',
      expiresAt: 7,
    }
    const name = await consents.open(request)
    const other = await consents.open(request)

    expect(await consents.find(name)).toEqual(request)
    expect(await consents.find('invented')).toBeNull()
    expect(name).not.toBe(other)
    const first = newCommandId()
    const second = newCommandId()
    const answers = [first, second, first].map((command) => consents.answer(name, command))
    expect(await Promise.all(answers)).toEqual([true, false, true])
    expect(await consents.answer(other, second)).toBe(true)
  })

  test('hold what somebody wants as a zip file for a while, by a name that only its answer knows', async () => {
    const request = { userId: newUserId(), teamId: newTeamId(), filter: { search: 'lease' } }
    const name = await stores.requests.zips.open(request, 60_000)
    const other = await stores.requests.zips.open(request, 1)

    expect(await stores.requests.zips.find(name)).toEqual(request)
    expect(name).not.toBe(other)
    expect(await stores.requests.zips.find(newZipName())).toBeNull()
    await expect.poll(() => stores.requests.zips.find(other)).toBeNull()
  })

  const signIn = async (userId: UserId, epoch = 0, ago = 1000, originalMaxAge: number | null = null) => {
    const id = newCommandId()
    const cookie = { originalMaxAge, httpOnly: true, path: '/' }
    const session = { cookie, userId, epoch, device: 'Chrome on Linux', startedAt: Date.now() - ago }
    await new Promise<void>((resolve, reject) => {
      stores.sessions.set(id, session as unknown as SessionData, (error) => (error ? reject(error) : resolve()))
    })
    return { id, name: nameOfSession(id) }
  }
  const found = (id: string) =>
    new Promise((resolve, reject) => {
      stores.sessions.get(id, (error, session) => (error ? reject(error) : resolve(session)))
    })

  test('keep sessions by id and by name, and list those of a user in an epoch', async () => {
    const ann = newUserId()
    const bob = newUserId()
    const first = await signIn(ann)
    const second = await signIn(ann, 1)
    await signIn(bob)

    expect(await found(first.id)).toMatchObject({ userId: ann, epoch: 0 })
    expect(await stores.sessions.named(first.name)).toEqual(await found(first.id))
    expect((await found('unknown')) ?? null).toBeNull()
    expect((await stores.sessions.listOf(ann, 0)).map(({ name }) => name).toSorted()).toEqual(
      [first.name, second.name].toSorted(),
    )
    expect(await stores.sessions.listOf(ann, 1)).toMatchObject([{ name: second.name, device: 'Chrome on Linux' }])
  })

  test('[D-101] know no session after its end, 14 days after sign-in, or 30 where it is remembered', async () => {
    const ann = newUserId()
    const present = [await signIn(ann, 0, endsAfter - 60_000), await signIn(ann, 0, endsAfter, rememberedFor)]
    const over = [await signIn(ann, 0, endsAfter), await signIn(ann, 0, rememberedFor, rememberedFor)]

    for (const { id, name } of over) {
      expect((await found(id)) ?? null).toBeNull()
      expect(await stores.sessions.named(name)).toBeNull()
    }
    expect((await stores.sessions.listOf(ann, 0)).map(({ name }) => name).toSorted()).toEqual(
      present.map(({ name }) => name).toSorted(),
    )
  })

  test('end a session of its user alone', async () => {
    const ann = newUserId()
    const bob = newUserId()
    const { id, name } = await signIn(ann)

    expect(await stores.sessions.end(bob, name)).toBe(false)
    expect(await found(id)).toMatchObject({ userId: ann })
    expect(await stores.sessions.end(ann, name)).toBe(true)

    expect((await found(id)) ?? null).toBeNull()
    expect(await stores.sessions.end(ann, name)).toBe(false)
  })

  test('notify listeners of ended sessions', async () => {
    const ann = newUserId()
    const names = new Set<string>()
    let heard: string | undefined
    const stop = stores.replicas.onSessionEnded((name) => {
      heard = name
    })

    // Redis tells nothing of what came before the listener was there.
    while (heard === undefined) {
      const { name } = await signIn(ann)
      names.add(name)
      await stores.sessions.end(ann, name)
    }

    expect(names).toContain(heard)
    stop()
  })

  test('tell whose rights have ended, the latest position of each', async () => {
    const { tell, hear } = stores.replicas.endedRights
    const ann = newUserId()
    const bob = newUserId()
    await tell([ann], '9')

    const late = hear()
    await vi.waitFor(() => expect(late.isListening()).toBe(true))
    expect([late.of(ann), late.of(bob)]).toEqual(['9', undefined])

    await tell([ann, bob], '10')
    await tell([bob], '7')
    await tell([ann], '11')
    await vi.waitFor(() => expect(late.of(ann)).toBe('11'))
    expect(late.of(bob)).toBe('10')
    late.stop()
  })

  test('hold what is ordered of read models, and what of it each replica has done', async () => {
    const { all, give, doneBy, noteDone } = stores.replicas.rebuildOrders
    const order = { id: newCommandId(), action: 'rebuild' } as const
    const name = newCommandId()
    await give(name, { ...order, action: 'discard' })
    await give(name, order)
    await noteDone('a', name, order)

    expect((await all())[name]).toEqual(order)
    expect([(await doneBy('a'))[name], (await doneBy('b'))[name]]).toEqual([order, undefined])
  })

  test('give a session one token at a time', async () => {
    const first = await stores.sessionTokens.rotate('one')
    const other = await stores.sessionTokens.rotate('other')
    const second = await stores.sessionTokens.rotate('one')

    expect(await stores.sessionTokens.sessionName(first)).toBeNull()
    expect(await stores.sessionTokens.sessionName(second)).toBe('one')
    await stores.sessionTokens.revoke('one')
    expect(await stores.sessionTokens.sessionName(second)).toBeNull()
    expect(await stores.sessionTokens.sessionName(other)).toBe('other')
  })

  test('remember what a key was used for first, until it is forgotten', async () => {
    const key = newCommandId()
    expect(await stores.usedKeys.remember(key, 'first')).toBe(true)
    expect(await stores.usedKeys.remember(key, 'first')).toBe(true)
    expect(await stores.usedKeys.remember(key, 'second')).toBe(false)

    await stores.usedKeys.forget(key)

    expect(await stores.usedKeys.remember(key, 'third')).toBe(true)
  })

  test('let a team import once at a time', async () => {
    const teamId = newTeamId()
    const other = newTeamId()
    const lock = await stores.locks.imports.acquire(teamId)
    expect(lock?.isLost()).toBe(false)
    const progress = { run: newImportId(), done: 5, listed: 3, total: 9, since: 1 }
    lock?.publish(progress)

    await expect.poll(() => stores.locks.imports.progress(teamId), { timeout: 120_000 }).toEqual(progress)
    expect(await stores.locks.imports.progress(other)).toBeUndefined()
    expect(await stores.locks.imports.acquire(teamId)).toBeUndefined()
    const elsewhere = await stores.locks.imports.acquire(other)
    expect(elsewhere).toBeDefined()
    await Promise.all([lock?.release(), elsewhere?.release()])

    expect(await stores.locks.imports.progress(teamId)).toBeUndefined()
    const next = await stores.locks.imports.acquire(teamId)
    expect(next).toBeDefined()
    await next?.release()
  })

  test('count the tries at each limit for itself', async () => {
    const one = stores.counts.limit('one')
    const other = stores.counts.limit('other')
    for (const store of [one, other]) void store.init?.({ windowMs: 60_000 } as never)

    expect((await one.increment('ann')).totalHits).toBe(1)
    expect((await one.increment('ann')).totalHits).toBe(2)
    expect((await other.increment('ann')).totalHits).toBe(1)
    await one.decrement('ann')
    expect((await one.increment('ann')).totalHits).toBe(2)
  })
})

/** The attacks of a writer into Redis without the master key of the installation. */
describe('sessions in Redis that another program wrote', () => {
  let stores: SharedStores
  let stranger: Redis
  beforeAll(() => {
    stores = redisStores(redis.url, digest)
    stranger = new Redis(redis.url)
  })
  afterAll(async () => {
    stranger.disconnect()
    await stores.close()
  })

  const session = { cookie: { originalMaxAge: null, path: '/' }, epoch: 0, device: 'Chrome', startedAt: Date.now() }
  const store = (id: string, userId: UserId) =>
    new Promise<void>((resolve, reject) => {
      const value = { ...session, userId } as unknown as SessionData
      stores.sessions.set(id, value, (error) => (error ? reject(error) : resolve()))
    })

  test('are none: neither a new one, nor a changed one, nor the copy of another', async () => {
    const [victim, own] = [newCommandId(), newCommandId()].map((id) => ({ id, name: nameOfSession(id) }))
    if (!victim || !own) throw new Error('unreachable')
    await store(victim.id, newUserId())
    const stored = (await stranger.get(`session:${victim.name}`)) ?? ''
    const forged = JSON.stringify({ ...session, userId: newUserId(), epoch: 999 })

    for (const text of [forged, `${stored.slice(0, 64)}.${forged}`, `.${forged}`, stored]) {
      await stranger.set(`session:${own.name}`, text)
      expect(await stores.sessions.named(own.name)).toBeNull()
    }
    expect(await stores.sessions.named(victim.name)).toMatchObject(session)
  })

  test('are not opened by a token that was written there', async () => {
    const token = randomBytes(30).toString('base64url')
    const ownToken = await stores.sessionTokens.rotate('own')
    const keyOf = (text: string) => `session-token:${createHash('sha256').update(text).digest('base64url')}`
    const ownMark = ((await stranger.get(keyOf(ownToken))) ?? '').replace('own', 'victim')

    for (const text of ['victim', ownMark]) {
      await stranger.set(keyOf(token), text)
      expect(await stores.sessionTokens.sessionName(token)).toBeNull()
    }
  })

  test('cannot be written at all without the password', async () => {
    const { port } = new URL(redis.url)
    const unknown = new Redis({ port: Number(port), host: '127.0.0.1', retryStrategy: null })
    unknown.on('error', () => {})

    await expect(unknown.set('session:own', '{}')).rejects.toThrow('NOAUTH')

    unknown.disconnect()
  })

  test('and a key that was used leaves nothing by which a password could be guessed', async () => {
    await stores.usedKeys.remember('key', 'digest of a request with a password')

    const name = `idempotency:${createHash('sha256').update('key').digest('base64url')}`
    expect(await stranger.get(name)).toBe(digest('idempotency', 'digest of a request with a password'))
  })
})

test('Redis holds which passes workers leave out, until a minute after they were noted last', async () => {
  const connection = new Redis(redis.url)
  onTestFinished(() => connection.disconnect())
  const { note, list } = leftOutPasses(connection)
  const pass = { name: 'expired-trash', since: '2026-11-28T10:00:00.000Z', reason: 'An event cannot be read' }
  const at = (seconds: number) => new Date(Date.UTC(2026, 10, 28, 10, 5, seconds))

  await note([pass], at(0))

  expect([await list(at(59)), await list(at(61))]).toEqual([[pass], []])
})
