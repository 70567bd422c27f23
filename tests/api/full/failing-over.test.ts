import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '#cli/operations/redis.ts'
import { startCluster } from '#tests/event-store/cluster/cluster.ts'
import { startEventStore, type TestEventStore } from '#tests/support/event-store.ts'
import { sharedFolder } from '#tests/support/folders.ts'
import { type FullApp, startFullApp } from '#tests/support/full-app.ts'
import { listen } from '#tests/support/live-stream.ts'
import { type Member, newTeam } from '#tests/support/teams.ts'

type Cluster = Awaited<ReturnType<typeof startCluster>>

describe.skipIf(process.env.EVENTSTORE_URL)('over a cluster of three addresses', () => {
  const folder = sharedFolder()
  let args: string[]
  let node: TestEventStore
  let cluster: Cluster
  let app: FullApp
  let ann: Member
  beforeAll(async () => {
    args = ['--file', join(folder, 'events.sqlite'), '--port', String(await freePort())]
    node = await startEventStore(args)
    cluster = await startCluster(node.url)
    app = await startFullApp({ eventStore: { url: cluster.url, stop: () => cluster.close() } })
    ann = await newTeam(app)
  })
  afterAll(async () => {
    await app.close()
    await node.stop()
  })

  const add = (name: string) => ann.request('POST', '/api/client', { json: { name } })
  const listed = async () =>
    ((await ann.request('GET', '/api/clients')).body as { name: string }[]).map(({ name }) => name)

  test('a write without a leader waits for the next one, and reads go on meanwhile', async () => {
    expect((await add('Before')).status).toBe(201)
    cluster.killLeader()
    const adding = ['First', 'Second', 'Third'].map(add)
    expect(await listed()).toContain('Before')

    cluster.lead(2)

    const answers = await Promise.all(adding)
    expect(answers.map(({ status, headers }) => [status, headers.get('x-projection')])).toEqual(
      Array(3).fill([201, null]),
    )
    expect((await listed()).sort()).toEqual(['Before', 'First', 'Second', 'Third'])
  })

  test('leaders come and go, and each write is listed once by the answer to it', async () => {
    for (const next of [0, 1, 2, 0]) {
      cluster.killLeader()
      const adding = add(`Under ${next}`)
      cluster.lead(next)
      expect((await adding).headers.get('x-projection')).toBeNull()
    }

    expect((await listed()).filter((name) => name.startsWith('Under'))).toHaveLength(4)
  })

  test('a live stream goes on under the next leader, and resumes where it was, without a reset', async () => {
    const read = (await ann.request('GET', '/api/clients')).headers.get('x-position')
    const stream = await listen(app, ann, undefined, { query: `?after=${read}` })
    cluster.killLeader()
    cluster.lead(1)
    await add('Told')
    const told = await stream.next()
    stream.leave()
    await add('Missed')

    const resumed = await listen(app, ann, stream.lastId())

    expect([told.data?.type, (await resumed.next()).data?.type]).toEqual(['ClientAdded', 'ClientAdded'])
    await add('Later')
    expect(await resumed.next()).toMatchObject({ data: { type: 'ClientAdded' } })
    resumed.leave()
  })

  test('the whole store goes and comes back: a write waits, and is there once', async () => {
    await node.stop()
    const adding = add('Meanwhile')
    node = await startEventStore(args)

    expect((await adding).status).toBe(201)
    expect((await listed()).filter((name) => name === 'Meanwhile')).toHaveLength(1)
  })
})
