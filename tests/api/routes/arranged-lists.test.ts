import { beforeAll, describe, expect } from 'vitest'
import type { CallOf } from '#schemas/endpoint.ts'
import { ClientId, SiteId } from '#schemas/ids.ts'
import { addCategory } from '#schemas/resources/categories.ts'
import { addClient, listClients } from '#schemas/resources/clients.ts'
import { listDocuments, uploadDocument } from '#schemas/resources/documents.ts'
import { listFiles, listFilesOfSite, uploadFile } from '#schemas/resources/files.ts'
import { searchFiles, searchSites, searchVisits } from '#schemas/resources/search.ts'
import { addSite, listSites, listSitesOfClient } from '#schemas/resources/sites.ts'
import { addVisit, listVisits } from '#schemas/resources/visits.ts'
import { fileOf } from '#tests/support/files.ts'
import { newClientId, newUserId } from '#tests/support/new-ids.ts'
import { prepared } from '#tests/support/prepared.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { newMember, newTeam } from '#tests/support/teams.ts'

const { app, test } = sharedApp()
const ann = prepared(() => newTeam(app))
const ids: Record<string, string> = {}

const client = async (name: string) => {
  const { body } = await ann.call(addClient, { body: { name } })
  ids[name] = body.id
  return body
}
const site = async (name: string, owner: string, postcode: string | null) => {
  const { body } = await ann.call(addSite, { body: { name, postcode, client_id: ids[owner] ?? '' } })
  ids[name] = body.id
}
const visit = (name: string, at: string, started_at: string, ended_at: string) =>
  ann.call(addVisit, { body: { name, site_id: ids[at] ?? '', started_at, ended_at } })
const file = (name: string, at: string, completed_at: string, others: object = {}, type = 'application/pdf' as const) =>
  ann.call(
    uploadFile,
    { body: { name, site_id: ids[at] ?? '', completed_at, ...others } },
    { file: fileOf(`${name}.pdf`, type) },
  )

beforeAll(async () => {
  for (const name of ['Ölwerk', 'acme', 'Bell']) await client(name)
  await site('Nord', 'Ölwerk', 'N1')
  await site('south', 'acme', null)
  await site('Émile', 'acme', 'E2')
  await visit('Zoo', 'Nord', '01/03/2026', '05/03/2026')
  await visit('álpha', 'south', '10/03/2026', '10/03/2026')
  await visit('Boiler', 'Nord', '20/03/2026', '21/03/2026')
  ids.fire = (await ann.ask(addCategory, { body: { name: 'Fire' } })).id
  ids.alarms = (await ann.ask(addCategory, { body: { name: 'Alarms', parent_id: ids.fire } })).id
  await file('plan', 'Nord', '01/02/2026', { categories: [ids.alarms] })
  await file('Äpfel', 'south', '02/02/2026')
  await file('Zettel', 'Nord', '03/02/2026')
  await ann.call(uploadDocument, { body: { name: 'Rules' } }, { file: fileOf('b.pdf', 'application/pdf') })
  await ann.call(uploadDocument, { body: { name: 'äpfel' } }, { file: fileOf('a.pdf', 'application/pdf') })
})

const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name)
const sitesBy = async (sort: NonNullable<CallOf<typeof listSites>['query']>['sort']) =>
  names(await ann.ask(listSites, { query: { sort } }))
const visitsBy = async (query: NonNullable<CallOf<typeof listVisits>['query']>) =>
  names(await ann.ask(listVisits, { query }))
const filesBy = async (query: NonNullable<CallOf<typeof listFiles>['query']>) =>
  names(await ann.ask(listFiles, { query }))

describe('a list is sorted', () => {
  test('by a name without regard to case and accents, both ways', async () => {
    expect(await sitesBy('name')).toEqual(['Émile', 'Nord', 'south'])
    expect(await sitesBy('-name')).toEqual(['south', 'Nord', 'Émile'])
    expect(await visitsBy({ sort: 'name' })).toEqual(['álpha', 'Boiler', 'Zoo'])
    expect(await filesBy({ sort: '-name' })).toEqual(['Zettel', 'plan', 'Äpfel'])
    expect(names(await ann.ask(listDocuments, { query: { sort: 'name' } }))).toEqual(['äpfel', 'Rules'])
  })

  test('by what its records lie in, by days, by numbers, and by what may be missing', async () => {
    expect((await sitesBy('client_name')).at(-1)).toBe('Nord')
    expect(await sitesBy('postcode')).toEqual(['south', 'Émile', 'Nord'])
    expect(await sitesBy('-visit_count')).toEqual(['Nord', 'south', 'Émile'])
    expect(await visitsBy({ sort: 'started_at' })).toEqual(['Zoo', 'álpha', 'Boiler'])
    expect(await visitsBy({ sort: '-client_name' })).toEqual(expect.arrayContaining(['Zoo', 'Boiler', 'álpha']))
    expect(await filesBy({ sort: 'completed_at' })).toEqual(['plan', 'Äpfel', 'Zettel'])
    const { body } = await ann.call(listClients, { query: { sort: '-site_count' } })
    expect(names(body)).toEqual(['acme', 'Ölwerk', 'Bell'])
  })

  test('page by page, without a repetition or a gap', async () => {
    const read: string[] = []
    let path: string | undefined = '/api/visits?limit=1&sort=-name'
    while (path) {
      const { body, headers } = await ann.request('GET', path)
      expect(headers.get('x-total-count')).toBe('3')
      read.push(...names(body as { name: string }[]))
      path = /^<(.*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
    }

    expect(read).toEqual(['Zoo', 'Boiler', 'álpha'])
  })

  test('by no cursor of something else', async () => {
    for (const cursor of ['x', Buffer.from('["a"]').toString('base64url')]) {
      expect((await ann.refused(listSites, { query: { sort: 'name', cursor } })).status).toBe(400)
    }
  })

  test('in one client, too', async () => {
    const params = { id: ids.acme ?? '' }
    expect(names(await ann.ask(listSitesOfClient, { params, query: { sort: '-name' } }))).toEqual(['south', 'Émile'])
  })

  test('by no column that it does not have', async () => {
    const { status, body } = await ann.refused(listSites, { query: { sort: 'revision' } })

    expect([status, body.errors?.sort?.[0]]).toEqual([422, expect.stringContaining('name, postcode, client_name')])
  })
})

describe('sites are narrowed', () => {
  test('to those of one client, without other teams, also among what is searched for', async () => {
    const of = async (client: string | undefined) => names(await ann.ask(listSites, { query: { client } }))
    expect(await of(ids.acme)).toEqual(['Émile', 'south'])
    expect(await of(ids.Bell)).toEqual([])
    const other = await newTeam(app)
    const theirs = await other.call(addClient, { body: { name: 'Theirs' } })
    await other.call(addSite, { body: { name: 'Hidden', postcode: null, client_id: theirs.body.id } })
    expect(await of(theirs.body.id)).toEqual([])

    const { body } = await ann.call(searchSites, { params: { query: 'o' }, query: { client: ids.acme } })
    expect(names(body)).toEqual(['south'])
  })
})

describe('visits and files are narrowed', () => {
  test('to a client or a site', async () => {
    expect(await visitsBy({ client: ids.Ölwerk })).toEqual(['Boiler', 'Zoo'])
    expect(await visitsBy({ site: ids.south })).toEqual(['álpha'])
    expect(await filesBy({ client: ids.acme })).toEqual(['Äpfel'])
    expect(await filesBy({ site: ids.Nord, sort: 'name' })).toEqual(['plan', 'Zettel'])
    expect(await visitsBy({ client: newClientId() })).toEqual([])
  })

  test('to days, of which a visit may begin earlier and end later', async () => {
    expect(await visitsBy({ from: '05/03/2026' })).toEqual(['Boiler', 'álpha', 'Zoo'])
    expect(await visitsBy({ from: '06/03/2026', to: '20/03/2026' })).toEqual(['Boiler', 'álpha'])
    expect(await visitsBy({ from: '2026-03-02', to: '2026-03-03' })).toEqual(['Zoo'])
    expect(await filesBy({ from: '02/02/2026', to: '02/02/2026' })).toEqual(['Äpfel'])
  })

  test('to a type, a user, a category with what is below it, and no category', async () => {
    expect(await filesBy({ type: 'image/png' })).toEqual([])
    expect(await filesBy({ type: 'application/pdf', sort: 'name' })).toEqual(['Äpfel', 'plan', 'Zettel'])
    expect(await filesBy({ added_by: newUserId() })).toEqual([])
    expect(await filesBy({ added_by: ann.userId, category: ids.fire })).toEqual(['plan'])
    expect(await filesBy({ category: 'none' })).toEqual(['Zettel', 'Äpfel'])
  })

  test('by nothing that is not a day, a type or an id', async () => {
    expect(await ann.invalid(listFiles, { query: { from: '31/02/2026', type: 'text/html', client: 'x' } })).toEqual({
      from: ['The first day is not a valid date.'],
      type: ['The selected type is invalid.'],
      client: ['The selected id is invalid.'],
    })
  })
})

describe('a search', () => {
  test('is sorted and narrowed like the list, and still says where it found what', async () => {
    const found = await ann.call(searchVisits, { params: { query: 'o' }, query: { sort: 'name', to: '15/03/2026' } })
    expect(names(found.body)).toEqual(['álpha', 'Zoo'])
    expect(found.headers.get('x-total-count')).toBe('2')
    const sorted = await ann.call(searchSites, { params: { query: 'acme' }, query: { sort: '-name' } })
    expect(names(sorted.body)).toEqual(['south', 'Émile'])
    const files = await ann.call(searchFiles, { params: { query: 'nord' }, query: { category: 'none' } })
    expect(files.body.map(({ name, found: match }) => [name, match?.in])).toEqual([['Zettel', 'site']])
  })
})

describe('a member with a scope', () => {
  test('[D-57] sees what lies in it, whatever is asked for, and counts it alone', async () => {
    const mia = await newMember(app, ann, 'member', {
      clientId: ClientId.parse(ids.acme),
      siteIds: [SiteId.parse(ids.south)],
    })
    const seen = async () => [
      names(await mia.ask(listSites, { query: { sort: '-name' } })),
      names(await mia.ask(listVisits, { query: { client: ids.Ölwerk } })),
      names(await mia.ask(listFiles, { query: { sort: 'name', site: ids.Nord } })),
      names(await mia.ask(searchFiles, { params: { query: 'e' }, query: { sort: 'name' } })),
      (await mia.ask(listClients, { query: { sort: '-site_count' } })).map((each) => [each.name, each.site_count]),
    ]

    expect(await seen()).toEqual([['south'], [], [], ['Äpfel'], [['acme', 1]]])
    const { status } = await mia.refused(listFilesOfSite, { params: { id: ids.Nord }, query: { sort: 'name' } })
    expect(status).toBe(404)
  })

  test('of another team sees nothing, even of a client that it names', async ({ eve }) => {
    expect(await eve.ask(listVisits, { query: { client: ids.acme, sort: 'name' } })).toEqual([])
    for (const query of [{ site: ids.Nord }, { category: ids.fire }, { added_by: ann.userId }, { client: ids.acme }]) {
      for (const by of [query, { ...query, sort: 'name' as const }]) {
        expect(await eve.ask(listFiles, { query: by })).toEqual([])
      }
    }
    const found = await eve.call(searchFiles, {
      params: { query: 'plan' },
      query: { category: ids.fire, sort: 'name' },
    })
    expect(found.body).toEqual([])
  })
})
