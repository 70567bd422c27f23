import { describe, expect } from 'vitest'
import { addClient, type Client, listClients } from '#schemas/resources/clients.ts'
import { addSite, listSites, listSitesOfClient, type Site } from '#schemas/resources/sites.ts'
import { addVisit, listVisits, listVisitsOfClient, listVisitsOfSite } from '#schemas/resources/visits.ts'
import { newClientId, newSiteId } from '#tests/support/new-ids.ts'
import { prepared } from '#tests/support/prepared.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { newTeam } from '#tests/support/teams.ts'

const { app, test } = sharedApp()
const ann = prepared(() => newTeam(app))

const client = async (name: string, who = ann): Promise<Client> => await who.ask(addClient, { body: { name } })
const site = async (name: string, owner: Client): Promise<Site> =>
  await ann.ask(addSite, { body: { name, client_id: owner.id } })

describe('a client', () => {
  test('[API1-03] [ENT-01] is added, answered whole, and read by the next list', async () => {
    const { body, headers } = await ann.call(addClient, { body: { name: '  Acme Ltd ' } })

    expect(body).toEqual({
      id: body.id,
      name: 'Acme Ltd',
      fields: {},
      external_id: null,
      thumbnail_path: null,
      thumbnail_url: null,
      thumbnail_state: 'none',
      site_count: 0,
      revision: '0',
    })
    expect(headers.get('etag')).toBe('"0"')
    expect(await ann.ask(listClients)).toContainEqual(body)
  })

  test('has the id that the caller gives, once', async () => {
    const id = newClientId()

    expect((await ann.ask(addClient, { body: { id, name: 'Mine' } })).id).toBe(id)
    expect(await ann.invalid(addClient, { body: { id, name: 'Mine' } })).toEqual({
      id: ['The id has already been taken.'],
    })
  })
})

describe('a site', () => {
  test('[API1-16] [API1-08] [ENT-02] is added to a client, answered whole, and read by the next lists', async () => {
    const owner = await client('Owner')

    const body = await ann.ask(addSite, {
      body: { name: 'North', postcode: ' EC1A 1BB ', client_id: owner.id },
    })

    expect(body).toEqual({
      id: body.id,
      name: 'North',
      fields: {},
      postcode: 'EC1A 1BB',
      external_id: null,
      client_id: owner.id,
      client_name: 'Owner',
      thumbnail_url: null,
      thumbnail_state: 'none',
      visit_count: 0,
      file_count: 0,
      revision: '0',
    })
    expect(await ann.ask(listSites)).toContainEqual(body)
    expect(await ann.ask(listSitesOfClient, { params: { id: owner.id } })).toEqual([body])
  })

  test('[VAL-23] [VAL-25] [VAL-27] says which field is wrong', async () => {
    expect(await ann.invalid(addSite, { body: { name: '', postcode: 'x'.repeat(17) } })).toEqual({
      name: ['The name field is required.'],
      postcode: ['The postcode may not be greater than 16 characters.'],
      client_id: ['The client field is required.'],
    })
  })
})

describe('a visit', () => {
  const dates = { started_at: '01/03/2026', ended_at: '2026-03-02' }

  test('[API1-29] [ENT-03] is added to a site, answered whole, and read by the next lists', async () => {
    const owner = await client('Visited')
    const parent = await site('North', owner)

    const body = await ann.ask(addVisit, { body: { name: 'Spring', site_id: parent.id, ...dates } })

    expect(body).toEqual({
      id: body.id,
      name: 'Spring',
      fields: {},
      site_id: parent.id,
      site_name: 'North',
      client_id: owner.id,
      client_name: 'Visited',
      started_at: '01/03/2026',
      ended_at: '02/03/2026',
      file_count: 0,
      revision: '0',
    })
    expect(await ann.ask(listVisits)).toContainEqual(body)
    expect(await ann.ask(listVisitsOfSite, { params: { id: parent.id } })).toEqual([body])
    expect(await ann.ask(listVisitsOfClient, { params: { id: owner.id } })).toEqual([body])
  })

  test('[API1-21] of no site yet: the list of site 0 is empty', async () => {
    const { body, headers } = await ann.call(listVisitsOfSite, { params: { id: '0' } })

    expect([body, headers.get('x-total-count')]).toEqual([[], '0'])
    expect((await ann.refused(listVisitsOfSite, { params: { id: newSiteId() } })).status).toBe(404)
  })
})

describe('a list', () => {
  test('[API1-01] is paginated, with a link to the next page and the total count', async ({ bob }) => {
    for (const name of ['delta', 'Álpha', 'bravo', 'Charlie', '東'.repeat(255)]) await client(name, bob)

    const names: string[] = []
    let path: string | undefined = '/api/clients?limit=2'
    while (path) {
      const { body, headers, status } = await bob.request('GET', path)
      expect([status, headers.get('x-total-count')]).toEqual([200, '5'])
      names.push(...(body as Client[]).map(({ name }) => name))
      path = /^<(.*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
    }

    expect(names).toEqual(['Álpha', 'bravo', 'Charlie', 'delta', '東'.repeat(255)])
  })
})

describe('a read that names a position', () => {
  test('[D-110] does not wait for one that the log does not reach', async () => {
    const far = await ann.request('GET', '/api/clients', { headers: { 'x-min-position': '999999999999' } })

    expect([far.status, far.headers.get('x-projection')]).toEqual([200, null])
  })

  test('waits for it, if it may be read at all', async () => {
    const { headers } = await ann.call(addClient, { body: { name: 'Near' } })
    const guest = await app.guest().request('GET', '/api/clients', { headers: { 'x-min-position': '999999999999' } })
    expect([guest.status, guest.headers.get('x-projection')]).toEqual([401, null])
    expect(guest.headers.get('www-authenticate')).toBe('Bearer')

    const near = { 'x-min-position': headers.get('x-position') ?? '' }
    expect((await ann.request('GET', '/api/clients', { headers: near })).headers.get('x-projection')).toBeNull()
    expect((await ann.request('GET', '/api/clients', { headers: { 'x-min-position': 'nonsense' } })).status).toBe(200)
  })
})
