import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { redisReplicas } from '#api/adapters/replicas.ts'
import { addClient, listClients } from '#schemas/resources/clients.ts'
import { type FullApp, startFullApp } from '#tests/support/full-app.ts'
import { newTeam } from '#tests/support/teams.ts'

let app: FullApp
let redis: Redis
beforeAll(async () => {
  app = await startFullApp()
  redis = new Redis(app.redis.url)
})
afterAll(async () => {
  redis.disconnect()
  await app.close()
})

/** Joins a process of another version, which reads all that this one does, but these types in these versions. */
const joinOther = async (name: string, events: Record<string, number>) => {
  const { known } = app.ports.stores.replicas
  const own = await vi.waitFor(() => expect(known()[0]?.events).toBeDefined()).then(() => known()[0]?.events)
  const describeSelf = async () => ({
    role: 'api' as const,
    version: '9.9.9',
    started_at: '2026-11-28T10:00:00.000Z',
    position: null,
    lag: 0,
    building: [],
    events: { ...own, ...events },
  })
  const other = { name, describeSelf, taken: () => {}, stoppedAt: () => [], outdated: () => {} }
  const { leave } = redisReplicas(redis, app.ports.keys.digest).join(other)
  onTestFinished(() => leave())
  await vi.waitFor(() => expect(known().map((each) => each.name)).toContain(name), { timeout: 10_000 })
  return leave
}

test('an event that another replica cannot read is not written until that one has gone', async () => {
  const owner = await newTeam(app)
  await owner.call(addClient, { body: { name: 'Before' } })
  const leave = await joinOther('old', { ClientAdded: 0 })

  const { status, headers, body } = await owner.refused(addClient, { body: { name: 'Waiting' } })

  expect([status, headers.get('retry-after')]).toEqual([503, '5'])
  expect(body.message).toMatch(/^This needs all replicas on version [\d.]+; waiting for old[.]$/)
  expect((await owner.ask(listClients)).map(({ name }) => name)).toEqual(['Before'])

  await leave()

  await vi.waitFor(() => owner.call(addClient, { body: { name: 'After' } }), { timeout: 10_000, interval: 200 })
})
