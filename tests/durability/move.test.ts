import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { readEnv } from '#api/env/env.ts'
import { openForReading } from '#projections/engine/read-db.ts'
import { projections } from '#projections/registry.ts'
import { addClient } from '#schemas/resources/clients.ts'
import { signIn } from '#schemas/resources/sessions.ts'
import { addSite, listSites } from '#schemas/resources/sites.ts'
import { appUrl } from '#tests/support/app.ts'
import { startEventStore } from '#tests/support/event-store.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import { startAppOn } from '#tests/support/full-app.ts'
import { contentsOf } from '#tests/support/read-models.ts'
import { startRedis } from '#tests/support/redis.ts'
import { runProgram } from '#tests/support/run-program.ts'
import { newTeam, password } from '#tests/support/teams.ts'
import { until } from '#tests/support/until.ts'

/**
 * An installation moves from one event store to another while it is written to.
 *
 * MOVE_SITES=300 MOVE_SECONDS=20 vitest run tests/durability/move.test.ts is the large one, with 20 writes a second.
 */
const sites = Number(process.env.MOVE_SITES ?? 20)
const seconds = Number(process.env.MOVE_SECONDS ?? 1)
const writesPerSecond = 20

/** All rows of all read models of the API, with the place in the log of each. */
const rowsIn = (folder: string) =>
  projections.map((projection) => {
    const db = openForReading(folder, projection)
    const rows = { ...contentsOf(db), place: db.one('SELECT position, event_id FROM projection') }
    db.close()
    return [projection.name, rows]
  })

const program = join(import.meta.dirname, '../../cli/operations/log/main.ts')

test.skipIf(process.env.EVENTSTORE_URL)(
  '[D-112] an installation moves to another event store while people write, and loses nothing',
  async () => {
    const dataDir = temporaryFolder()
    const redis = await startRedis()
    onTestFinished(redis.stop)
    const [from, to] = ['from', 'to'].map((name) => join(dataDir, name)) as [string, string]
    const nodeIn = async (folder: string) => {
      const node = await startEventStore(['--file', join(folder, 'events.sqlite')])
      onTestFinished(node.stop)
      return node
    }
    const first = await nodeIn(from)
    const second = await nodeIn(to)
    const env = { ...readEnv({ DATA_DIR: join(dataDir, 'own'), APP_URL: appUrl }), port: 0 }
    const folder = join(env.dataDir, 'read-models')
    const log = (...args: string[]) =>
      runProgram(process.execPath, [program, ...args, '--json'], {
        PATH: process.env.PATH,
        DATA_DIR: env.dataDir,
      })

    const startReady = async () => {
      const app = await startAppOn({ eventStore: second, redis }, { env })
      let closing: Promise<void> | undefined
      const close = () => {
        closing ??= app.close()
        return closing
      }
      onTestFinished(close)
      await until(async () => {
        if ((await app.guest().request('GET', '/ready')).status !== 200) throw new Error('Not ready')
      })
      return { ...app, close }
    }

    const before = await startAppOn({ eventStore: first, redis }, { env })
    const ann = await newTeam(before)
    const { body: client } = await ann.call(addClient, { body: { name: 'Acme' } })
    const acknowledged: string[] = []
    const add = async (): Promise<void> => {
      const name = `Site ${acknowledged.length}`
      await ann.call(addSite, { body: { name, postcode: 'SE1 2AA', client_id: client.id } })
      acknowledged.push(name)
    }
    for (let n = 0; n < sites; n += 1) await add()

    const copy = log('copy', '--from', join(from, 'eventstore-url'), '--to', join(to, 'eventstore-url'), '--follow')
    let isOver = false
    const writing = (async () => {
      while (!isOver) await Promise.all([add(), wait(1000 / writesPerSecond)])
    })()
    await copy.printed(/up_to_date/)
    const upTo = acknowledged.length + seconds * writesPerSecond
    await until(() => {
      if (acknowledged.length < upTo) throw new Error('More is to be written')
    })

    const stopped = performance.now()
    isOver = true
    await writing
    await before.close()
    copy.child.kill('SIGINT')
    const copied = await copy.finished
    const after = await startReady()
    const standstill = performance.now() - stopped

    expect([copied.code, copied.stderr]).toEqual([0, ''])
    const caller = after.guest()
    await caller.call(signIn, { body: { email: ann.email, password } })
    const listed = (await caller.call(listSites, {})).body.map(({ name }) => name)
    expect(listed.toSorted()).toEqual(acknowledged.toSorted())
    const added = await caller.call(addSite, { body: { name: 'After', postcode: 'SE1 2AA', client_id: client.id } })
    expect([added.status, added.headers.get('x-projection')]).toEqual([201, null])

    // What was carried over is what would be built of the log there.
    expect(JSON.parse(copied.stdout.trim().split('\n').at(-1) ?? '')).toMatchObject({ carried: projections.length })
    await after.close()
    const carried = rowsIn(folder)
    rmSync(folder, { recursive: true })
    await (await startReady()).close()
    expect(carried).toEqual(rowsIn(folder))
    if (process.env.MOVE_SITES)
      process.stdout.write(
        `  ${acknowledged.length} sites, ${copied.stdout}  standstill ${Math.round(standstill)} ms\n`,
      )
  },
)
