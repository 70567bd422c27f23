import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { openKeyStore } from '#api/adapters/key-store.ts'
import { connectEventStore } from '#api/event-store/eventstoredb.ts'
import { openLedger } from '#api/event-store/ledger.ts'
import { installationStream, logStream } from '#api/event-store/streams.ts'
import { addClient, listClients } from '#schemas/resources/clients.ts'
import type { HistoryEntry } from '#schemas/resources/history.ts'
import { listReadModels } from '#schemas/resources/read-models.ts'
import { listReplicas } from '#schemas/resources/replicas.ts'
import { sendingFor } from '#tests/support/any-call.ts'
import { pathOf } from '#tests/support/caller.ts'
import { listsOf } from '#tests/support/earlier-installations.ts'
import { declaredEndpoints } from '#tests/support/endpoints.ts'
import { corpusOf, readCorpus, releases } from '#tests/support/event-corpus.ts'
import { newCommandId } from '#tests/support/new-ids.ts'
import { bodyFor, oneOfEach, paramsFor } from '#tests/support/one-of-each.ts'
import { newTeam } from '#tests/support/teams.ts'
import { until } from '#tests/support/until.ts'
import { fleetOfTests } from '../fleet-of-tests.ts'
import { openReleases } from '../releases.ts'

const operator = 'olga@example.com'

const trees = openReleases()
afterAll(() => trees.remove())

/** The first API is of an earlier release, the second of this folder, and the third writes a raised event. */
const fleet = fleetOfTests({
  apis: 3,
  workers: 0,
  env: { OPERATOR_EMAILS: operator },
  trees: async () => [await trees.earlier(), process.cwd(), await trees.raised()],
})

const api = (number: number) => {
  const found = fleet().apis[number]
  if (!found) throw new Error('The fleet has three APIs')
  return found
}
/** A new team of an API of this folder or the raised one: the earlier release answers by contracts of its own. */
const newTeamAt = (number: 1 | 2, changes: object = {}) => newTeam({ guest: () => fleet().guest(api(number)) }, changes)
const statusOf = async (number: number) => (await fetch(`${api(number).url}/ready`)).status

/** The writes of each noun: what is made and changed first, and what removes it last. */
const writes = (['POST', 'PUT', 'DELETE'] as const).flatMap((method) =>
  declaredEndpoints.filter(([, each]) => each.method === method && 'id' in (each.params?.shape ?? {})),
)

test('an earlier release stays ready and right while this one writes all that it can', async () => {
  const olga = await newTeamAt(1, { email: operator })
  const there = fleet().at(api(1), olga)
  await until(async () => expect(await there.ask(listReplicas)).toHaveLength(3))
  // A pack waits for the earlier release, which does not know of any.
  const withoutPack = () => oneOfEach(there, undefined, async () => newCommandId())
  const ids = await withoutPack()
  const statuses: number[] = []
  for (const [, endpoint] of writes) {
    const known = Object.keys(ids).some((noun) => endpoint.path.split('/').includes(noun))
    if (!known) continue
    const path = pathOf(endpoint, { params: paramsFor(endpoint, ids) })
    statuses.push((await there.request(endpoint.method, path, sendingFor(endpoint, bodyFor(endpoint, ids)))).status)
  }
  expect(statuses.filter((status) => status < 300).length).toBeGreaterThan(12)
  expect(statuses.filter((status) => status >= 500)).toEqual([])
  await withoutPack()

  // What no call of one team brings about: one of each event, as this program writes it.
  const log = connectEventStore(fleet().env.EVENTSTORE_URL ?? '')
  const keys = openKeyStore(
    fileURLToPath(fleet().env.KEYS_URL ?? ''),
    Buffer.from(fleet().env.MASTER_KEY ?? '', 'base64'),
  )
  // Nobody has been heard of before.
  const ledger = openLedger(log, { ...keys, forSealing: (person) => keys.forSealing(person, true) })
  const [newest = ''] = releases().slice(-1)
  const { events } = await readCorpus(corpusOf(newest))
  let position = ''
  for (const { stream, type, data, metadata } of events) {
    // What founded this log is not recorded again.
    if (stream === installationStream || stream === logStream) continue
    const expected = (await ledger.read(stream)).at(-1)?.revision ?? 'no-stream'
    position = await ledger.append(stream, expected, [{ type, data, metadata, id: newCommandId() } as never])
  }
  await log.close()
  keys.close()

  const headers = { 'x-min-position': position }
  for (const number of [0, 1, 2])
    expect((await fleet().at(api(number), olga).request('GET', '/api/clients', { headers })).status).toBe(200)
  expect(await Promise.all([0, 1, 2].map(statusOf))).toEqual([200, 200, 200])
  const models = await there.ask(listReadModels)
  expect(models.filter(({ error, caught_up }) => error !== null || !caught_up)).toEqual([])
  const [earlier, present] = await Promise.all([listsOf(fleet().at(api(0), there)), listsOf(there)])
  const { '/api/history': told, ...said } = earlier as { '/api/history': HistoryEntry[] }
  expect(Object.values(earlier).flat().length).toBeGreaterThan(10)
  expect(present).toMatchObject(said)
  // The earlier release passes over events that came later, and tells operators' sessions as the person's.
  const entries = new Map((present['/api/history'] as HistoryEntry[]).map((entry) => [entry.position, entry]))
  expect(told.length).toBeGreaterThan(0)
  for (const { resource: _, ...entry } of told) expect(entries.get(entry.position)).toMatchObject(entry)
})

test('an event of a raised version waits for who cannot read it, and everything else does not', async () => {
  const olga = await newTeamAt(2)
  const there = fleet().at(api(2), olga)
  const refused = await there.refused(addClient, { body: { name: 'Waits' } })

  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  expect(refused.body.message).toMatch(/^This needs all replicas on version [\d.]+; waiting for \S+, \S+[.]$/)
  expect(await there.ask(listClients)).toEqual([])
  expect((await there.request('POST', '/api/category', { json: { name: 'Fire' } })).status).toBe(201)
  expect(
    (
      await fleet()
        .at(api(0), olga)
        .request('POST', '/api/client', { json: { name: 'Old' } })
    ).status,
  ).toBe(201)
  expect(await Promise.all([0, 1, 2].map(statusOf))).toEqual([200, 200, 200])
})

test('it goes through once they are gone, and one that was held meanwhile ends with 78', async () => {
  const olga = await newTeamAt(2)
  const there = fleet().at(api(2), olga)
  await api(1).stop()
  // It hangs for so long that the others have forgotten it.
  api(0).freeze()

  await until(() => there.call(addClient, { body: { name: 'Raised' } }))
  api(0).thaw()

  expect(await api(0).ended()).toBe(78)
  const line = /This version cannot read an event of the type ClientAdded, which \S+ can: update it/
  expect(api(0).log()).toMatch(line)
  // So does one that comes later.
  await api(1)
    .start()
    .catch(() => {})
  expect(await api(1).ended()).toBe(78)
  expect(api(1).log()).toMatch(line)
  expect((await there.ask(listClients)).map(({ name }) => name)).toEqual(['Raised'])
  expect(await statusOf(2)).toBe(200)
})
