import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientStream } from '#api/event-store/streams.ts'
import { addClient, listClients } from '#schemas/resources/clients.ts'
import { currentUser } from '#schemas/resources/users.ts'
import type { Caller } from '#tests/support/caller.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { detailsOf } from '#tests/support/details.ts'
import { startEventStore } from '#tests/support/event-store.ts'
import { sharedFolder } from '#tests/support/folders.ts'
import { startAppOn } from '#tests/support/full-app.ts'
import { newClientId, newCommandId } from '#tests/support/new-ids.ts'
import { startRedis } from '#tests/support/redis.ts'
import { type Member, newTeam } from '#tests/support/teams.ts'

const [eventStore, redis] = await Promise.all([startEventStore(), startRedis()])
const dataDir = sharedFolder()
const readModels = join(dataDir, 'read-models')
const start = () => startAppOn({ eventStore, redis }, { env: { dataDir } })
type App = Awaited<ReturnType<typeof start>>

/** More than a log of which files are built elsewhere. */
const clients = 4000
let owner: Member

beforeAll(async () => {
  const app = await start()
  owner = await newTeam(app)
  const { teamId, userId } = owner
  const metadata = contextOf(teamId, userId)
  let position = '0'
  for (let each = 0; each < 8; each += 1) {
    const batch = Array.from({ length: clients / 8 }, () => {
      const data = { clientId: newClientId(), teamId, ...detailsOf.client({ name: 'Acme' }) }
      return { type: 'ClientAdded', id: newCommandId(), data, metadata } as const
    })
    position = await app.ledger.append(clientStream(newClientId()), 'no-stream', batch)
  }
  await app.ports.projector.reached(position, 60_000)
  await app.close()
})
afterAll(() => Promise.all([eventStore.stop(), redis.stop()]))

const outdated = (app: App) => app.ports.projector.states().flatMap(({ name, outdated }) => (outdated ? name : []))

/** The read model of an earlier version; it lacked a column of clients. */
const leave = (versions: number) => {
  for (const name of ['facilities', 'directory']) {
    const db = new DatabaseSync(join(readModels, `${name}.sqlite`))
    db.exec(`UPDATE projection SET version = version - ${versions}`)
    if (name === 'facilities') db.exec('ALTER TABLE clients DROP COLUMN external_id')
    db.close()
  }
}

/** The session of the owner, from before, at another start. */
const again = (app: App): Caller => {
  const caller = app.guest()
  const headers = { cookie: owner.cookie() ?? '' }
  return { ...caller, call: (endpoint, call, beside) => caller.call(endpoint, call, { ...beside, headers }) }
}

const total = async (caller: Caller) => {
  const { headers } = await caller.call(listClients, { query: { limit: 1 } })
  return Number(headers.get('x-total-count'))
}

/** Lists what there is until no read model is of an earlier version; throws where an answer is refused. */
const listUntilBuilt = async (app: App, caller: Caller, expected: number) => {
  do {
    expect((await caller.call(currentUser)).body.id).toBe(owner.userId)
    expect(await total(caller)).toBe(expected)
  } while (outdated(app).length > 0)
}

test('a file that is two versions old is read and written until the new one is built, by the next process', async () => {
  leave(2)
  // It ends half-way.
  await (await start()).close()
  const app = await start()
  const caller = again(app)

  expect(outdated(app)).toEqual(['directory', 'facilities'])
  const before = await total(caller)
  expect(before).toBeGreaterThanOrEqual(clients)
  await caller.call(addClient, { body: { name: 'New' } })
  await listUntilBuilt(app, caller, before + 1)

  for (const name of ['.building', '.succeeding', '.replacing', '.former'])
    expect(existsSync(join(readModels, name)) ? await readdir(join(readModels, name)) : []).toEqual([])
  await app.close()
})

test('a file that nobody can read is built from the log, and the session holds', async () => {
  for (const name of ['facilities', 'directory']) {
    const db = new DatabaseSync(join(readModels, `${name}.sqlite`))
    db.exec('UPDATE projection SET version = version - 1')
    db.exec('DROP TABLE projection')
    db.close()
  }
  const app = await start()

  expect(outdated(app)).toEqual([])
  await expect.poll(() => app.ports.projector.readiness().ready, { timeout: 60_000 }).toBe(true)
  await listUntilBuilt(app, again(app), await total(again(app)))
  await app.close()
})
