import { copyFile, cp, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type Env, readEnv } from '#api/env/env.ts'
import { backupEventStore } from '#api/event-store/embedded/stored-log.ts'
import { connectEventStore } from '#api/event-store/eventstoredb.ts'
import type { ReadEvent } from '#api/event-store/port.ts'
import { freePort } from '#cli/operations/redis.ts'
import { addClient, listClients } from '#schemas/resources/clients.ts'
import { signIn } from '#schemas/resources/sessions.ts'
import { appUrl } from '#tests/support/app.ts'
import { startEventStore, type TestEventStore } from '#tests/support/event-store.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import { startAppOn } from '#tests/support/full-app.ts'
import { startRedis, type TestRedis } from '#tests/support/redis.ts'
import { type Member, newTeam, password } from '#tests/support/teams.ts'
import { until } from '#tests/support/until.ts'

type App = Awaited<ReturnType<typeof startAppOn>>

/** Every event of the log in its order, as a tool would copy it. */
const eventsOf = (url: string) =>
  new Promise<ReadEvent[]>((resolve, reject) => {
    const log = connectEventStore(url)
    const events: ReadEvent[] = []
    const subscription = log.subscribe(null, {
      event: (event) => events.push(event),
      caughtUp: () =>
        void subscription
          .close()
          .then(log.close)
          .then(() => resolve(events)),
      ended: reject,
    })
  })

describe.skipIf(process.env.EVENTSTORE_URL)('[D-110] an installation whose log is not the one that it knew', () => {
  let dataDir: string
  let redis: TestRedis
  let ann: Member
  beforeEach(async () => {
    dataDir = temporaryFolder()
    redis = await startRedis()
    onTestFinished(() => redis.stop())
  })

  const node = async (file = 'events.sqlite', ...args: string[]): Promise<TestEventStore> => {
    const store = await startEventStore(['--file', join(dataDir, file), ...args])
    let stopped: Promise<void> | undefined
    const stop = () => (stopped ??= store.stop())
    onTestFinished(stop)
    return { ...store, stop }
  }
  const start = (eventStore: TestEventStore, folder = dataDir): Promise<App> => {
    const env: Partial<Env> = { ...readEnv({ DATA_DIR: folder, APP_URL: appUrl }), port: 0 }
    return startAppOn({ eventStore, redis }, { env })
  }
  const add = (who: Member, name: string) => who.call(addClient, { body: { name } })
  const isReady = (app: App) =>
    until(async () => {
      const { status } = await app.guest().request('GET', '/ready')
      if (status !== 200) throw new Error('Not ready')
    })
  const clientsOf = async (app: App) => {
    const caller = app.guest()
    await caller.call(signIn, { body: { email: ann.email, password } })
    const names = (await caller.call(listClients, {})).body.map(({ name }) => name).toSorted()
    return { caller, names }
  }
  const rebuilt = (app: App) => app.logged.filter((line) => line.includes('is built anew')).length
  /** A start with people and one client; returns what stops it. */
  const firstStart = async (eventStore: TestEventStore) => {
    const app = await start(eventStore)
    ann = await newTeam(app)
    await add(ann, 'Known')
    return app
  }

  test('shows what an older copy holds, and everything that is written from then on', async () => {
    const first = await node()
    const before = await firstStart(first)
    await backupEventStore(join(dataDir, 'events.sqlite'), join(dataDir, 'copy.sqlite'))
    for (const name of ['Lost one', 'Lost two']) await add(ann, name)
    await before.close()
    await first.stop()
    const app = await start(await node('copy.sqlite'))
    onTestFinished(app.close)
    await isReady(app)

    const { caller, names } = await clientsOf(app)
    expect(names).toEqual(['Known'])
    expect(rebuilt(app)).toBeGreaterThan(0)

    const added = await caller.call(addClient, { body: { name: 'Added' } })
    expect([added.status, added.headers.get('x-projection')]).toEqual([201, null])
    expect((await clientsOf(app)).names).toEqual(['Added', 'Known'])
  })

  test('shows the same of a copy with other positions, and builds nothing anew of its own log', async () => {
    const first = await node()
    await (await firstStart(first)).close()
    const again = await start(first)
    await isReady(again)
    expect(rebuilt(again)).toBe(0)
    await again.close()
    const moved = await node('moved.sqlite')
    const log = connectEventStore(moved.url)
    const metadata = {} as never
    await log.append('elsewhere-1', 'no-stream', [
      { id: crypto.randomUUID(), type: 'Elsewhere', data: { a: 'b'.repeat(999) }, metadata },
    ])
    for (const { id, type, data, stream, revision, ...event } of await eventsOf(first.url)) {
      if (type.startsWith('$')) continue
      const copied = { id, type, data: data as never, metadata: event.metadata as never }
      await log.append(stream, revision === 0n ? 'no-stream' : revision - 1n, [copied])
    }
    await log.close()

    const app = await start(moved)
    onTestFinished(app.close)
    await isReady(app)

    expect((await clientsOf(app)).names).toEqual(['Known'])
    expect(rebuilt(app)).toBeGreaterThan(0)
  })

  test('does not show the read models of another installation', async () => {
    const first = await node()
    const before = await firstStart(first)
    await cp(join(dataDir, 'read-models'), join(dataDir, 'others'), { recursive: true })
    await before.close()
    await redis.stop()
    redis = await startRedis()
    const folder = await mkdtemp(join(dataDir, 'second-'))
    await cp(join(dataDir, 'others'), join(folder, 'read-models'), { recursive: true })
    const app = await start(await node('second.sqlite'), folder)
    onTestFinished(app.close)

    const bob = await newTeam(app)
    await add(bob, 'Of Bob')

    expect(rebuilt(app)).toBeGreaterThan(0)
    expect((await bob.call(listClients, {})).body.map(({ name }) => name)).toEqual(['Of Bob'])
    expect((await app.guest().refused(signIn, { body: { email: ann.email, password } })).status).toBe(422)
  })

  test('does not start on a Redis that drops what it holds once its memory is full', async () => {
    const connection = new Redis(redis.url)
    await connection.config('SET', 'maxmemory-policy', 'volatile-ttl')
    connection.disconnect()

    await expect(start(await node())).rejects.toThrow(/^REDIS_URL names a Redis that drops .+, not volatile-ttl\.$/)
  })

  test('does not start on another log or an empty one, nor on the Redis of another', async () => {
    const before = await firstStart(await node())
    await before.close()
    const second = await node('second.sqlite')

    await expect(start(second)).rejects.toThrow(/^The event store has an empty log, but \S+keys.sqlite belongs to/)
    const folder = await mkdtemp(join(dataDir, 'second-'))
    await expect(start(second, folder)).rejects.toThrow(
      /^REDIS_URL has the jobs and sessions of the log \S+, but the event store has the log \S+: /,
    )
    await expect(start(second)).rejects.toThrow(/^The event store has the log \S+, but \S+keys.sqlite belongs to/)
  })

  test('ends where the log comes back as an older copy while it runs', async () => {
    const port = String(await freePort())
    const first = await node('events.sqlite', '--port', port)
    const failed = Promise.withResolvers<Error>()
    const { connectPorts } = await import('#api/ports.ts')
    const env = { ...readEnv({ DATA_DIR: dataDir, APP_URL: appUrl }), port: 0 }
    await backupEventStore(join(dataDir, 'events.sqlite'), join(dataDir, 'copy.sqlite'))
    const ports = await connectPorts({
      env,
      eventStoreUrl: first.url,
      redisUrl: redis.url,
      report: () => {},
      failed: failed.resolve,
    })
    onTestFinished(ports.close)

    await first.stop()
    await rm(join(dataDir, 'events.sqlite'))
    await copyFile(join(dataDir, 'copy.sqlite'), join(dataDir, 'events.sqlite'))
    await node('events.sqlite', '--port', port)

    expect((await failed.promise).message).toMatch('The event store has another log now, or an older copy of it')
  })
})
