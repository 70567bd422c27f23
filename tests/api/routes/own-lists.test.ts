import { describe, expect } from 'vitest'
import type { CallOf } from '#schemas/endpoint.ts'
import { addClient, listClients } from '#schemas/resources/clients.ts'
import { addField, removeField, restoreField } from '#schemas/resources/fields.ts'
import { addSavedView, showSavedView, updateSavedView } from '#schemas/resources/saved-views.ts'
import { searchSites } from '#schemas/resources/search.ts'
import { addSite, deleteSite, listSites, listSitesOfClient } from '#schemas/resources/sites.ts'
import { addVisit, listVisits } from '#schemas/resources/visits.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { type Member, newMember } from '#tests/support/teams.ts'

const { app, test } = sharedApp()

type Body = NonNullable<CallOf<typeof addField>['body']>
const define = (who: Member, name: string, kind: Body['kind'], options: string[] = []) =>
  who.ask(addField, { body: { of: 'sites', name, kind, options: options.map((each) => ({ name: each })) } })

/** Asks for a list as its address says it. */
const listed = async (who: Member, address: string) => {
  const { status, body, headers } = await who.request('GET', address)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return {
    names: (body as { name: string }[]).map(({ name }) => name).join(' '),
    total: headers.get('x-total-count'),
    headers,
  }
}
const namesAt = async (who: Member, query: string) => (await listed(who, `/api/sites?${query}`)).names
const refused = async (who: Member, query: string) => {
  const { status, body } = await who.request('GET', `/api/sites?${query}`)
  return [status, Object.keys((body as { errors?: object }).errors ?? {})]
}

/** Adds sites of one client, by name, with what they have of a field. */
const sitesWith = async (who: Member, field: string, values: Record<string, string | null>) => {
  const client = await who.ask(addClient, { body: { name: 'Acme' } })
  for (const [name, value] of Object.entries(values)) {
    const fields = value === null ? {} : { [field]: value }
    await who.ask(addSite, { body: { name, client_id: client.id, fields } })
  }
  return client
}

describe('a list', () => {
  test('is sorted by a number, of any size and sign; those without come last', async ({ bob }) => {
    const { id } = await define(bob, 'Rent', 'number')
    const sizes = {
      A: '-7',
      B: '10',
      C: null,
      D: '-7.5',
      E: '9.75',
      F: '0',
      G: '123456789012345',
      H: '-123456789012345',
    }
    await sitesWith(bob, id, sizes)

    expect(await namesAt(bob, `sort=field.${id}`)).toBe('H D A F E B G C')
    expect(await namesAt(bob, `sort=-field.${id}`)).toBe('G B E F A D H C')
    expect(await namesAt(bob, `field.${id}=-7..9.75`)).toBe('A E F')
    expect(await namesAt(bob, `field.${id}=..-7`)).toBe('A D H')
    expect(await namesAt(bob, `field.${id}=10..`)).toBe('B G')
    expect(await namesAt(bob, `field.${id}=none`)).toBe('C')
    for (const wrong of ['much', '..', '1..2..3', '']) {
      expect(await refused(bob, `field.${id}=${wrong}`)).toEqual([422, [`field.${id}`]])
    }
  })

  test('is narrowed to words of a text in any case and with any accents', async ({ bob }) => {
    const { id } = await define(bob, 'Key safe', 'text')
    await sitesWith(bob, id, { A: 'Ünder the stair', B: 'Porter', C: null, D: 'under' })

    expect(await listed(bob, `/api/sites?field.${id}=UNDER`)).toMatchObject({ names: 'A D', total: '2' })
    expect(await listed(bob, `/api/sites?field.${id}=none`)).toMatchObject({ names: 'C', total: '1' })
    expect(await namesAt(bob, `sort=-name&field.${id}=under`)).toBe('D A')
    expect(await namesAt(bob, `sort=field.${id}`)).toBe('B D A C')
    const note = await define(bob, 'Note', 'note')
    expect(await refused(bob, `field.${note.id}=x`)).toEqual([422, [`field.${note.id}`]])
  })

  test('is in the order of the options of a choice, page by page', async ({ bob }) => {
    const { id, options } = await define(bob, 'Heating', 'choice', ['Oil', 'Gas'])
    const [oil = { id: '' }, gas = { id: '' }] = options
    await sitesWith(bob, id, { A: gas.id, B: oil.id, C: null, D: gas.id, E: null, F: oil.id })

    const pages = async (sort: string): Promise<string[]> => {
      const found: string[] = []
      for (let next: string | undefined = `/api/sites?limit=1&sort=${sort}`; next; ) {
        const page = await listed(bob, next)
        found.push(page.names)
        expect(page.total).toBe('6')
        next = /<([^>]*)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1]
      }
      return found
    }
    const forth = await pages(`field.${id}`)
    // Sites of one option are in the order of their ids.
    expect(
      [0, 2, 4].map((at) =>
        forth
          .slice(at, at + 2)
          .sort()
          .join(''),
      ),
    ).toEqual(['BF', 'AD', 'CE'])
    const back = await pages(`-field.${id}`)
    expect(back).toEqual([...forth.slice(0, 4).toReversed(), ...forth.slice(4).toReversed()])
    expect(await namesAt(bob, `field.${id}=${gas.id}`)).toBe('A D')
    expect(await namesAt(bob, `field.${id}=${gas.id},${oil.id}&limit=3`)).toBe('A B D')
    expect(await refused(bob, `field.${id}=${id}`)).toEqual([422, [`field.${id}`]])
  })

  test('is narrowed by several fields, a place and words at once, in the scope of whoever asks', async ({ bob }) => {
    const alarm = await define(bob, 'Alarm', 'yes_no')
    const end = await define(bob, 'End', 'date')
    const acme = await sitesWith(bob, alarm.id, { A: 'true', B: 'false' })
    const other = await sitesWith(bob, end.id, { C: '05/03/2026' })
    const both = { [alarm.id]: 'true', [end.id]: '2026-03-31' }
    await bob.ask(addSite, { body: { name: 'D alarm', client_id: other.id, fields: both } })
    const member = await newMember(app, bob, 'member', { clientId: other.id })

    const query = `field.${alarm.id}=true`
    expect(await namesAt(bob, query)).toBe('A D alarm')
    expect(await listed(member, `/api/sites?${query}`)).toMatchObject({ names: 'D alarm', total: '1' })
    expect(await listed(bob, `/api/clients/${acme.id}/sites?${query}`)).toMatchObject({ names: 'A', total: '1' })
    expect(await namesAt(bob, `${query}&field.${end.id}=01/03/2026..31/03/2026`)).toBe('D alarm')
    expect((await listed(bob, `/api/sites/search/alarm?${query}&sort=field.${end.id}`)).names).toBe('D alarm')
    expect(await namesAt(member, `sort=field.${end.id}`)).toBe('C D alarm')
    expect(await namesAt(bob, `field.${alarm.id}=none&client=${other.id}`)).toBe('C')
  })

  test('leaves out what is in the trash, and counts without it', async ({ bob }) => {
    const { id } = await define(bob, 'Meter', 'text')
    await sitesWith(bob, id, { A: 'm1', B: 'm2', C: null })
    const [site] = await bob.ask(listSites)
    await bob.call(deleteSite, { params: { id: site?.id ?? '' } } as CallOf<typeof deleteSite>)

    expect(await listed(bob, `/api/sites?field.${id}=m`)).toMatchObject({ names: 'B', total: '1' })
    expect(await listed(bob, `/api/sites?field.${id}=none`)).toMatchObject({ names: 'C', total: '1' })
    expect(await listed(bob, `/api/sites?sort=field.${id}`)).toMatchObject({ names: 'B C', total: '2' })
  })

  test('of clients and of visits takes their own fields alone', async ({ bob }) => {
    const account = await bob.ask(addField, { body: { of: 'clients', name: 'Account', kind: 'text' } })
    const van = await bob.ask(addField, { body: { of: 'visits', name: 'Van', kind: 'number' } })
    const client = await bob.ask(addClient, { body: { name: 'Acme', fields: { [account.id]: 'A1' } } })
    const site = await bob.ask(addSite, { body: { name: 'Depot', client_id: client.id } })
    const dates = { site_id: site.id, started_at: '01/03/2026', ended_at: '01/03/2026' }
    for (const [name, of] of Object.entries({ One: '1', Two: '2' })) {
      await bob.ask(addVisit, { body: { name, ...dates, fields: { [van.id]: of } } })
    }
    expect((await bob.ask(listClients, { query: { field: { [account.id]: 'a1' } } })).map(({ name }) => name)).toEqual([
      'Acme',
    ])
    const sorted = await bob.ask(listVisits, { query: { sort: `-field.${van.id}` } })
    expect(sorted.map(({ name }) => name)).toEqual(['Two', 'One'])
    expect((await bob.ask(listVisits, { query: { field: { [van.id]: '1..' } } })).length).toBe(2)
    expect(await refused(bob, `field.${van.id}=1..2`)).toEqual([422, [`field.${van.id}`]])
    expect(await refused(bob, `sort=field.${van.id}`)).toEqual([422, ['sort']])
    await bob.call(removeField, { params: { id: van.id } })
    expect((await bob.refused(listVisits, { query: { sort: `field.${van.id}` } })).status).toBe(422)
    expect(
      (await bob.refused(listSitesOfClient, { params: { id: client.id }, query: { field: { x: '1' } } })).status,
    ).toBe(422)
    expect((await bob.request('GET', `/api/files?field.${van.id}=1`)).status).toBe(422)
    expect(await bob.ask(searchSites, { params: { query: 'depot' }, query: {} })).toHaveLength(1)
  })
})

test('a saved view is of own fields too, and drops a removed one until it comes back', async ({ bob }) => {
  const meter = await define(bob, 'Meter', 'text')
  const name = `field.${meter.id}`
  const view = {
    name: 'Metered',
    kind: 'sites' as const,
    sort: `-${name}`,
    filters: { [name]: 'm', client: undefined },
  }
  const saved = await bob.ask(addSavedView, { body: view })
  expect(saved).toMatchObject({ sort: `-${name}`, filters: { [name]: 'm' } })

  await bob.call(removeField, { params: { id: meter.id } })
  const params = { id: saved.id }
  expect(await bob.ask(showSavedView, { params })).toMatchObject({ sort: null, filters: {} })
  expect(Object.keys(await bob.invalid(updateSavedView, { params, body: { name: 'A', sort: name } }))).toEqual(['sort'])
  await bob.call(restoreField, { params: { id: meter.id } })
  expect(await bob.ask(showSavedView, { params })).toEqual(saved)
  const others = { name: 'B', kind: 'files' as const, filters: { [name]: 'm' } }
  expect((await bob.ask(addSavedView, { body: others })).filters).toEqual({})
})
