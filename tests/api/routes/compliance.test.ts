import { expect, test } from 'vitest'
import { addCategory, type Category, listCategories } from '#schemas/resources/categories.ts'
import { deleteClient } from '#schemas/resources/clients.ts'
import {
  type ComplianceRow,
  complianceReport,
  complianceSummary,
  endExemption,
  exemptSite,
  listCompliance,
  requireCategory,
  siteCompliance,
  unrequireCategory,
} from '#schemas/resources/compliance.ts'
import { uploadFile } from '#schemas/resources/files.ts'
import { listHistory } from '#schemas/resources/history.ts'
import { restoreTrash } from '#schemas/resources/trash.ts'
import { plusDays, showDate, today } from '#schemas/time/dates.ts'
import { textOf } from '#tests/api/renderer/documents.ts'
import { appUrl, startApp } from '#tests/support/app.ts'
import type { Caller } from '#tests/support/caller.ts'
import { fileOf } from '#tests/support/files.ts'
import { newCategoryId, newClientId } from '#tests/support/new-ids.ts'
import { prepared } from '#tests/support/prepared.ts'
import { teamWithRecords } from '#tests/support/team-with-records.ts'
import { newMember } from '#tests/support/teams.ts'

const app = prepared(() => startApp())
const day = today(new Date(), 'Europe/London')
const inDays = (days: number) => showDate(plusDays(day, days))

const upload = async (who: Caller, site_id: string, category: Category, days: number | null) => {
  const more = days === null ? {} : { expires_at: inDays(days) }
  const body = { name: `${category.name} ${days}`, site_id, categories: [category.id], ...more }
  return (await who.call(uploadFile, { body }, { file: fileOf(`${category.name}.pdf`, 'application/pdf') })).body
}

/** Fire over Alarms, and Water, of which the first and the last are required of all; North, South and East. */
const world = async () => {
  const team = await teamWithRecords(app)
  const { ann } = team
  const add = (name: string, parent?: Category) =>
    ann.ask(addCategory, { body: { name, ...(parent && { parent_id: parent.id }) } })
  const fire = await add('Fire')
  const alarms = await add('Alarms', fire)
  const water = await add('Water')
  for (const { id } of [fire, water]) await ann.ask(requireCategory, { params: { id }, body: { of: 'all' } })
  return { ...team, fire, alarms, water }
}

const drawn = (rows: readonly ComplianceRow[]) =>
  rows.map(({ site, cells }) => [site.name, ...cells.map(({ state }) => state)].join(' '))

test('what is required stands as cells, the worst site first, and follows what is uploaded', async () => {
  const { ann, north, south, fire, alarms, water } = await world()
  expect(drawn(await ann.ask(listCompliance))).toEqual([
    'East missing missing',
    'North missing missing',
    'South missing missing',
  ])

  const old = await upload(ann, north.id, alarms, -1)
  await upload(ann, north.id, water, 400)
  const fresh = await upload(ann, south.id, alarms, 12)
  await upload(ann, south.id, fire, 3)

  const rows = await ann.ask(listCompliance)
  expect(drawn(rows)).toEqual(['East missing missing', 'North expired valid', 'South expiring missing'])
  expect(rows[1]).toMatchObject({ required: 2, expired: 1, valid: 1, missing: 0, client: { name: 'Acme' } })
  expect(rows[1]?.cells[0]).toEqual({
    category_id: fire.id,
    state: 'expired',
    expires_at: inDays(-1),
    days: -1,
    file: { id: old.id, name: old.name },
    files: 1,
    exemption: null,
  })
  expect(rows[2]?.cells[0]).toMatchObject({ days: 12, file: { id: fresh.id }, files: 2 })
  const shown = await ann.ask(siteCompliance, { params: { id: north.id } })
  expect(shown).toEqual(rows[1])
  const { by, ...summary } = await ann.ask(complianceSummary, { query: { by: 'category' } })
  const none = { exempt: 0, expiring: 0, expired: 0, valid: 0 }
  expect(summary).toEqual({
    today: showDate(day),
    sites: 3,
    required: 6,
    valid: 1,
    expiring: 1,
    expired: 1,
    missing: 3,
    exempt: 0,
    share: 2 / 6,
  })
  expect(by?.[1]).toEqual({
    id: water.id,
    name: 'Water',
    sites: 3,
    required: 3,
    ...none,
    valid: 1,
    missing: 2,
    share: 1 / 3,
  })
  const clients = await ann.ask(complianceSummary, { query: { by: 'client' } })
  expect(clients.by?.map(({ name, sites, missing }) => [name, sites, missing])).toEqual([
    ['Acme', 2, 1],
    ['Zenith', 1, 2],
  ])
})

test('filters leave sites, one column and states, and pages have no gap', async () => {
  const { ann, acme, north, east, alarms, fire } = await world()
  await upload(ann, north.id, alarms, null)
  const asked = async (query: object) => drawn(await ann.ask(listCompliance, { query }))

  expect(await asked({ client: acme.id, sort: 'name' })).toEqual(['North valid missing', 'South missing missing'])
  expect(await asked({ site: east.id })).toEqual(['East missing missing'])
  expect(await asked({ category: fire.id })).toEqual(['East missing', 'South missing', 'North valid'])
  expect(await asked({ category: alarms.id, sort: 'client' })).toEqual(['North', 'South', 'East'])
  expect(await asked({ state: 'valid,expired' })).toEqual(['North valid missing'])
  const names: string[] = []
  let path: string | undefined = '/api/compliance?limit=1&sort=client'
  while (path) {
    const { body, headers } = await ann.request('GET', path)
    expect(headers.get('x-total-count')).toBe('3')
    names.push(...drawn(body as ComplianceRow[]))
    path = /^<(.*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
  }
  expect(names).toEqual(['North valid missing', 'South missing missing', 'East missing missing'])
  const wrong = await ann.request('GET', '/api/compliance?state=valid,green&sort=best')
  expect(Object.keys((wrong.body as { errors: object }).errors).toSorted()).toEqual(['sort', 'state.1'])
})

test('a site need not have what is not needed there, with a reason, until a day', async () => {
  const { ann, north, water, alarms } = await world()
  const cell = { id: north.id, categoryId: water.id }
  const states = async () => drawn(await ann.ask(listCompliance, { query: { site: north.id } }))[0]

  const exempt = await ann.ask(exemptSite, { params: cell, body: { reason: ' No water. ', until: inDays(0) } })
  expect(exempt).toMatchObject({ category_id: water.id, reason: 'No water.', until: inDays(0) })
  expect(exempt.created_by_user.name).toBeTruthy()
  expect(await states()).toBe('North missing exempt')
  const { body } = await ann.request('GET', `/api/compliance?site=${north.id}`)
  expect((body as ComplianceRow[])[0]?.cells[1]?.exemption).toEqual({ reason: 'No water.', until: inDays(0) })

  const over = { params: cell, body: { reason: 'x', until: inDays(-1) } }
  expect(await ann.invalid(exemptSite, over)).toEqual({ until: ['The until must not be over.'] })
  const unasked = { params: { id: north.id, categoryId: alarms.id }, body: { reason: 'x', until: null } }
  expect((await ann.refused(exemptSite, unasked)).status).toBe(409)
  const unknown = { params: { id: north.id, categoryId: newCategoryId() }, body: { reason: 'x', until: null } }
  expect((await ann.refused(exemptSite, unknown)).status).toBe(404)

  await ann.ask(unrequireCategory, { params: { id: water.id } })
  expect(await states()).toBe('North missing')
  await ann.ask(requireCategory, { params: { id: water.id }, body: { of: 'sites', site_ids: [north.id] } })
  expect(await states()).toBe('North missing exempt')
  await ann.ask(endExemption, { params: cell })
  await ann.ask(endExemption, { params: cell })
  expect(await states()).toBe('North missing missing')
  const told = await ann.ask(listHistory, { query: { limit: 6 } })
  expect(told.map(({ summary }) => summary)).toEqual([
    'Said that the site North needs Water again',
    'Required the category Water of 1 site',
    'No longer required the category Water',
    `Said that the site North needs no Water until ${inDays(0)}: No water.`,
    'Required the category Water of all sites',
    'Required the category Fire of all sites',
  ])
})

test('a requirement names clients or sites that exist', async () => {
  const { ann, zenith, fire } = await world()
  const params = { id: fire.id }
  const refused = async (body: object) => Object.keys(await ann.invalid(requireCategory, { params, body }))

  const required = await ann.ask(requireCategory, { params, body: { of: 'clients', client_ids: [zenith.id] } })
  expect(required.requirement).toEqual({ of: 'clients', client_ids: [zenith.id] })
  expect(drawn(await ann.ask(listCompliance, { query: { sort: 'client' } }))).toEqual([
    'North missing',
    'South missing',
    'East missing missing',
  ])
  expect(await refused({})).toEqual(['of'])
  expect(await refused({ of: 'some' })).toEqual(['of'])
  expect(await refused({ of: 'clients', client_ids: [] })).toEqual(['client_ids'])
  expect(await refused({ of: 'sites' })).toEqual(['site_ids'])
  expect(await refused({ of: 'clients', client_ids: [newClientId()] })).toEqual(['client_ids'])
  expect(await refused({ of: 'sites', site_ids: Array.from({ length: 501 }, newClientId) })).toEqual(['site_ids'])
})

test('a client in the trash is not shown among those of a requirement, and counts again when it is back', async () => {
  const { ann, acme, zenith, fire } = await world()
  const params = { id: fire.id }
  const require = async (client_ids?: string[]) =>
    (await ann.ask(requireCategory, { params, body: { of: 'clients', client_ids } })).requirement
  await require([acme.id, zenith.id])

  const { headers } = await ann.call(deleteClient, { params: { id: zenith.id } })
  expect(await require()).toEqual({ of: 'clients', client_ids: [acme.id] })
  expect(await require([acme.id])).toEqual({ of: 'clients', client_ids: [acme.id] })
  await ann.ask(restoreTrash, { params: { id: headers.get('x-trash-id') ?? '' } })

  expect(await require()).toEqual({ of: 'clients', client_ids: [acme.id, zenith.id] })
})

test('who sees a part of the team sees and changes that part alone (D-57)', async () => {
  const { ann, acme, north, south, east, fire } = await world()
  const bob = await newMember(app, ann, 'admin', { clientId: acme.id, siteIds: [north.id] })
  const params = { id: fire.id }

  expect(drawn(await bob.ask(listCompliance))).toEqual(['North missing missing'])
  expect(await bob.ask(complianceSummary)).toMatchObject({ sites: 1, required: 2 })
  expect((await bob.refused(siteCompliance, { params: { id: south.id } })).status).toBe(404)
  expect(await bob.invalid(requireCategory, { params, body: { of: 'all' } })).toHaveProperty('of')
  expect((await bob.refused(unrequireCategory, { params })).status).toBe(403)

  await ann.ask(requireCategory, { params, body: { of: 'sites', site_ids: [east.id, north.id] } })
  const fireOf = (tree: readonly Category[]) => tree.find(({ id }) => id === fire.id)?.requirement
  expect(fireOf(await bob.ask(listCategories))).toEqual({ of: 'sites', site_ids: [north.id] })
  const sites = (site_ids: string[]) => ({ params, body: { of: 'sites' as const, site_ids } })
  expect(await bob.invalid(requireCategory, sites([south.id]))).toHaveProperty('site_ids')
  await bob.ask(unrequireCategory, { params })
  expect(fireOf(await ann.ask(listCategories))).toEqual({ of: 'sites', site_ids: [east.id] })
  const mixed = { params, body: { of: 'clients' as const, client_ids: [acme.id] } }
  expect(await bob.invalid(requireCategory, mixed)).toHaveProperty('of')
  await bob.ask(requireCategory, sites([north.id]))
  expect(fireOf(await ann.ask(listCategories))).toEqual({ of: 'sites', site_ids: [north.id, east.id] })
})

test('CSV has a line for each cell of every site, and no formulas', async () => {
  const { ann, create, zenith, north, alarms } = await world()
  await create.site(zenith.id, '=1+1')
  await upload(ann, north.id, alarms, 12)

  const { body, headers } = await ann.request('GET', '/api/compliance?limit=1&sort=client', {
    headers: { accept: 'text/csv' },
  })

  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const lines = String(body).trim().split('\r\n')
  expect(lines[0]).toBe('client,site,postcode,site id,category,state,expires,days,file,file id,reason')
  expect(lines).toHaveLength(1 + 4 * 2)
  expect(lines[1]).toMatch(new RegExp(`^Acme,North,,${north.id},Fire,expiring,${inDays(12)},12,Alarms 12,[\\da-f-]+,$`))
  expect(lines.filter((line) => line.startsWith("Zenith,'=1+1,"))).toHaveLength(2)
})

test('a report is on paper, of the team, a client or a site, in the scope of whoever asks', async () => {
  const { ann, acme, north, south } = await world()
  const bob = await newMember(app, ann, 'admin', { siteIds: [north.id] })
  const reported = async (who: Caller, query: Record<string, string>) => {
    const headers = { cookie: who.cookie() ?? '', referer: `${appUrl}/` }
    const answer = await fetch(`${app.url}${complianceReport.path}?${new URLSearchParams(query)}`, { headers })
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename=compliance-\d{4}-\d\d-\d\d\.pdf$/)
    const text = await textOf(new Uint8Array(await answer.arrayBuffer()))
    return ['North', 'South', 'East'].filter((name) => new RegExp(`${name}\\s+Missing`).test(text))
  }

  expect(await reported(ann, {})).toEqual(['North', 'South', 'East'])
  expect(await reported(ann, { client: acme.id })).toEqual(['North', 'South'])
  expect(await reported(ann, { site: north.id })).toEqual(['North'])
  expect(await reported(bob, {})).toEqual(['North'])
  expect((await ann.refused(complianceReport, { query: { client: newClientId() } })).status).toBe(404)
  expect((await bob.refused(complianceReport, { query: { site: south.id } })).status).toBe(404)
})
