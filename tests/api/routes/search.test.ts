import { describe, expect, test } from 'vitest'
import { addCategory } from '#schemas/resources/categories.ts'
import { addClient, listClients } from '#schemas/resources/clients.ts'
import { listDocuments, uploadDocument } from '#schemas/resources/documents.ts'
import { listFiles, uploadFile } from '#schemas/resources/files.ts'
import {
  type SearchGroup,
  searchCategories,
  searchClients,
  searchDocuments,
  searchEverything,
  searchFiles,
  searchFilesOfClient,
  searchFilesOfSite,
  searchFilesOfVisit,
  searchSites,
  searchSitesOfClient,
  searchVisits,
  searchVisitsOfClient,
  searchVisitsOfSite,
} from '#schemas/resources/search.ts'
import { addSite, listSites } from '#schemas/resources/sites.ts'
import { addVisit, listVisits } from '#schemas/resources/visits.ts'
import { startApp } from '#tests/support/app.ts'
import { fileOf } from '#tests/support/files.ts'
import { prepared } from '#tests/support/prepared.ts'
import { type Member, newMember, newTeam } from '#tests/support/teams.ts'

const day = '01/04/2026'
const pdf = { file: fileOf('plan.pdf', 'application/pdf') }

/** A client with a site, a visit and two files, of which one hangs on the visit and in a category. */
const furnish = async (owner: Member, clientName: string) => {
  const client = await owner.ask(addClient, { body: { name: clientName } })
  const site = await owner.ask(addSite, { body: { name: 'North/South plant', client_id: client.id } })
  const dates = { started_at: day, ended_at: day }
  const visit = await owner.ask(addVisit, { body: { name: 'Spring check', site_id: site.id, ...dates } })
  const fire = await owner.ask(addCategory, { body: { name: 'Fire' } })
  const alarms = await owner.ask(addCategory, { body: { name: 'Alarms', parent_id: fire.id } })
  const beside = { site_id: site.id, visit_id: visit.id, categories: [alarms.id] }
  const report = await owner.ask(uploadFile, { body: { name: '100% report', ...beside } }, pdf)
  const plan = await owner.ask(uploadFile, { body: { name: 'Layout', site_id: site.id } }, pdf)
  const manual = await owner.ask(uploadDocument, { body: { name: 'Boiler manual' } }, pdf)
  return { client, site, visit, fire, alarms, report, plan, manual }
}

describe('a search', () => {
  const app = prepared(() => startApp())
  const ann = prepared(() => newTeam(app))
  const acme = prepared(() => furnish(ann, 'Acmé Ltd'))
  const other = prepared(() => furnish(ann, 'Zenith'))

  prepared(async () => furnish(await newTeam(app), 'Acme of another team'))

  const ids = (reply: { body: { id: string }[] }) => reply.body.map(({ id }) => id)

  test.each([
    ['clients [API1-02]', searchClients, 'ACME', () => [acme.client.id]],
    ['sites [API1-15]', searchSites, 'plant acm', () => [acme.site.id]],
    ['visits [API1-26]', searchVisits, 'spring acme', () => [acme.visit.id]],
    ['files [API1-33]', searchFiles, 'alarms acme', () => [acme.report.id]],
    ['documents [API1-39]', searchDocuments, 'oiler', () => [acme.manual.id, other.manual.id]],
  ] as const)('[CORE-08] of %s finds by any part of the names', async (_, endpoint, query, found) => {
    const reply = await ann.call(endpoint as typeof searchClients, { params: { query } })

    expect(ids(reply).toSorted()).toEqual(found().toSorted())
  })

  test('[CORE-08] of categories finds by any part of the names, and says where each lies', async () => {
    expect(await ann.ask(searchCategories, { params: { query: 'fire ala' } })).toContainEqual({
      id: acme.alarms.id,
      name: 'Alarms',
      parent_id: acme.fire.id,
      expires_after_months: null,
      depth: 2,
      path: 'Fire / Alarms',
    })
  })

  test.each([
    ['sites of a client [API1-09]', searchSitesOfClient, 'client', 'plant', ['site']],
    ['visits of a client [API1-11]', searchVisitsOfClient, 'client', 'spring', ['visit']],
    ['visits of a site [API1-22]', searchVisitsOfSite, 'site', 'spring', ['visit']],
    ['files of a client [API1-13]', searchFilesOfClient, 'client', 'north', ['plan', 'report']],
    ['files of a site [API1-24]', searchFilesOfSite, 'site', 'north', ['plan', 'report']],
    ['files of a visit [API1-28]', searchFilesOfVisit, 'visit', 'north', ['report']],
  ] as const)('of the %s stays within it', async (_, endpoint, noun, query, found) => {
    for (const each of [acme, other]) {
      const reply = await ann.call(endpoint as typeof searchSitesOfClient, { params: { id: each[noun].id, query } })
      expect(ids(reply)).toEqual(found.map((name) => each[name].id))
    }
  })

  test('within one place finds nothing by the name of another, nor in a place that is not there', async () => {
    const within = (id: string, query: string) => ({ params: { id, query } })

    expect(ids(await ann.call(searchFilesOfClient, within(acme.client.id, 'zenith')))).toEqual([])
    expect(ids(await ann.call(searchVisitsOfSite, within('0', 'spring')))).toEqual([])
  })

  test.each([
    ['%25%20zenith', ['100% report']],
    ['100%25%20rep%20acme', ['100% report']],
    ['north%2Fsouth%20zenith', ['Layout', '100% report']],
    ['north/south zenith lay', ['Layout']],
    ['north//south', []],
    ['%22zenith%22', []],
    ['acme%20OR%20zenith', []],
    ['zenith*', []],
    ['_', []],
    ['%00', ['Layout', '100% report', 'Layout', '100% report']],
    ['zen%C3%ADth%20layo', ['Layout']],
    ['%F0%9F%94%A5', []],
    ['sites', []],
  ])('for %s in the path is taken as text', async (text, names) => {
    const answer = await ann.request('GET', `/api/files/search/${text}`)

    expect([answer.status, (answer.body as { name: string }[]).map(({ name }) => name)]).toEqual([200, names])
  })

  test.each([
    ['/api/clients/search', listClients],
    ['/api/sites/search', listSites],
    ['/api/visits/search', listVisits],
    ['/api/files/search', listFiles],
    ['/api/documents/search', listDocuments],
  ])('%s for nothing is the whole list', async (path, endpoint) => {
    const whole = await ann.call(endpoint as typeof listClients, { query: { limit: 1 } })

    for (const nothing of ['', '/', '/%20%09', '/%CC%81']) {
      const answer = await ann.request('GET', `${path}${nothing}?limit=1`)
      expect(answer.body).toMatchObject(whole.body)
      expect(answer.headers.get('x-total-count')).toBe(whole.headers.get('x-total-count'))
      expect(answer.headers.get('link')).toMatch(/cursor=.*rel="next"/)
    }
  })

  test('for a word that paths have is a search', async () => {
    for (const path of ['/api/sites/search/visits', '/api/clients/search/files', '/api/visits/search/files']) {
      expect(await ann.request('GET', path)).toMatchObject({ status: 200, body: [] })
    }
  })

  test('for more than 255 characters is refused, and for 255 is not', async () => {
    const tooLong = await ann.refused(searchSites, { params: { query: 'a'.repeat(256) } })

    expect([tooLong.status, tooLong.body.errors]).toEqual([
      422,
      { query: ['The query may not be greater than 255 characters.'] },
    ])
    expect((await ann.refused(searchEverything, { query: { q: 'é'.repeat(256) } })).status).toBe(422)
    for (const text of ['🔥'.repeat(127), 'a q '.repeat(63), '"'.repeat(255)]) {
      expect(await ann.ask(searchSites, { params: { query: text } })).toEqual([])
    }
  })

  test('of files covers categories, too, and says where each was found', async () => {
    const inFire = await ann.call(searchFiles, {
      params: { query: 'acme' },
      query: { category: acme.fire.id },
    })

    expect(inFire.body).toMatchObject([{ id: acme.report.id, found: { in: 'client', excerpt: null } }])
    expect(inFire.body[0]).toMatchObject({
      categories: [{ id: acme.alarms.id }],
      created_by_user: { name: expect.any(String) },
    })
    const nowhere = { params: { query: 'acme' }, query: { category: acme.client.id } }
    expect(await ann.ask(searchFiles, nowhere as never)).toEqual([])
  })

  const everything = async (member: Member, q: string, limit = 5): Promise<Record<string, SearchGroup>> => {
    const { groups } = await member.ask(searchEverything, { query: { q, limit } })
    return Object.fromEntries(groups.map((group) => [group.resource, group]))
  }

  test('of everything answers by kind, with what each belongs to and where it was found', async () => {
    const { clients, sites, visits, files, documents, categories } = await everything(ann, 'acme')
    const client = { id: acme.client.id, name: 'Acmé Ltd' }
    const site = { id: acme.site.id, name: 'North/South plant' }

    expect(clients).toMatchObject({ total: 1, hits: [{ name: 'Acmé Ltd', client: null, found: { in: 'name' } }] })
    expect(sites).toMatchObject({ total: 1, hits: [{ id: acme.site.id, client, site: null, found: { in: 'client' } }] })
    expect(visits).toMatchObject({ total: 1, hits: [{ id: acme.visit.id, client, site }] })
    expect(files).toMatchObject({ total: 2, hits: [{ id: acme.plan.id, client, site }, { id: acme.report.id }] })
    expect([documents, categories]).toEqual([undefined, undefined])
    expect(await everything(ann, 'alarms', 1)).toMatchObject({
      files: { total: 2, hits: [{ found: { in: 'category' } }] },
      categories: { total: 2, hits: [{ name: 'Fire / Alarms', found: { in: 'name' } }] },
    })
    expect(await everything(ann, ' ')).toEqual({})
  })

  test('puts own names first, and goes on after them', async () => {
    const first = await ann.ask(addClient, { body: { name: 'Quay' } })
    const last = await ann.ask(addClient, { body: { name: 'Zzz' } })
    const around = await ann.ask(addSite, { body: { name: 'Alpha', client_id: first.id } })
    const own = await ann.ask(addSite, { body: { name: 'Łódź Quay', client_id: last.id } })

    const page = await ann.call(searchSites, { params: { query: 'quay' }, query: { limit: 1 } })
    const [, next = ''] = page.headers.get('link')?.match(/<(.*)>/) ?? []
    expect(page.headers.get('x-total-at-least')).toBeNull()
    expect([...ids(page), ...ids((await ann.request('GET', next)) as typeof page)]).toEqual([own.id, around.id])
    expect(ids(await ann.call(searchSites, { params: { query: 'lodz' } }))).toEqual([own.id])
    const bad = await ann.request('GET', '/api/sites/search/quay?cursor=nonsense')
    expect([bad.status, bad.body]).toEqual([400, { message: 'The cursor is invalid.' }])
  })

  test('shows a member no more than the lists do', async () => {
    const limited = await newMember(app, ann, 'member', { clientId: other.client.id, siteIds: [other.site.id] })
    const view = { create: false, update: false, delete: false, view: true }
    const none = { ...view, view: false }
    const abilities = { clients: none, sites: none, visits: none, files: view, documents: none, categories: none }
    const onlyFiles = await newMember(app, ann, 'member', { abilities })

    for (const query of ['acme', 'me', 'north acme']) {
      for (const endpoint of [searchClients, searchSites, searchVisits, searchFiles]) {
        expect(await limited.ask(endpoint, { params: { query } })).toEqual([])
      }
      expect(await everything(limited, query)).toEqual({})
    }
    expect(ids(await limited.call(searchFiles, { params: { query: 'north' } }))).toEqual([
      other.plan.id,
      other.report.id,
    ])
    const outside = await limited.refused(searchFilesOfClient, { params: { id: acme.client.id, query: 'north' } })
    expect(outside.status).toBe(404)
    expect(Object.keys(await everything(onlyFiles, 'n'))).toEqual(['files'])
    expect((await onlyFiles.refused(searchSites, { params: { query: 'north' } })).status).toBe(403)
  })
})
