import { describe, expect } from 'vitest'
import { teamStream } from '#api/event-store/streams.ts'
import { addCategory } from '#schemas/resources/categories.ts'
import { exemptSite, requireCategory } from '#schemas/resources/compliance.ts'
import { uploadFile } from '#schemas/resources/files.ts'
import { listHistory } from '#schemas/resources/history.ts'
import { createShare, listShares, revokeShare } from '#schemas/resources/shares.ts'
import { plainMembership } from '#schemas/rights/membership.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { fileOf } from '#tests/support/files.ts'
import { newCommandId } from '#tests/support/new-ids.ts'
import { prepared } from '#tests/support/prepared.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { newShare } from '#tests/support/shares.ts'
import { teamWithRecords } from '#tests/support/team-with-records.ts'
import { newMember } from '#tests/support/teams.ts'

const { app, test } = sharedApp()

/** Fire and water are required of all sites; North has two files of fire, and needs no water. */
const team = prepared(async () => {
  const records = await teamWithRecords(app)
  const { ann, north } = records
  const fire = await ann.ask(addCategory, { body: { name: 'Fire' } })
  const water = await ann.ask(addCategory, { body: { name: 'Water' } })
  for (const { id } of [fire, water]) await ann.ask(requireCategory, { params: { id }, body: { of: 'all' } })
  const upload = async (name: string, expires_at: string) => {
    const body = { name, site_id: north.id, categories: [fire.id], expires_at }
    return (await ann.call(uploadFile, { body }, { file: fileOf(`${name}.pdf`, 'application/pdf') })).body
  }
  const old = await upload('Old alarms', '01/03/2026')
  const alarms = await upload('Alarms', '31/12/2999')
  const cell = { params: { id: north.id, categoryId: water.id }, body: { reason: 'A secret tank', until: null } }
  await ann.ask(exemptSite, cell)
  return { ...records, old, alarms }
})

const get = (path: string) => app.guest().request('GET', path, { headers: { accept: 'text/html' } })
/** The rows of the table as text. */
const rowsIn = (page: unknown) =>
  [...String(page).matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = '']) =>
    row
      .replace(/<[^>]*>/g, ' ')
      .replace(/ +/g, ' ')
      .trim(),
  )
const ofClient = () => ({ kind: 'compliance' as const, client_id: team.acme.id })

describe('a share link of compliance', () => {
  test('shows the sites of a client, what they have, and no reason', async () => {
    const { path } = await newShare(team.ann, ofClient())

    const { status, body, headers } = await get(path)

    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(body).toContain('<h1>Acme</h1>')
    expect(body).toMatch(/As it was on [A-Z][a-z]+ \d+[a-z]{2}, \d{4}, \d\d:\d\d /)
    expect(body).not.toMatch(/<script|https?:|secret tank/)
    expect(rowsIn(body)).toEqual([
      'Site Fire Water',
      'North Valid 31/12/2999 Alarms Not needed',
      'South Missing Missing',
    ])
  })

  test('opens the named files and no others, neither of the site nor as a zip file', async () => {
    const own = await newShare(team.ann, ofClient())
    const elsewhere = await newShare(team.ann, { kind: 'compliance', site_id: team.south.id })

    const { status, headers } = await get(`${own.path}/${team.alarms.id}/download`)
    expect([status, headers.get('content-disposition')]).toEqual([200, 'attachment; filename=Alarms.pdf'])
    for (const id of [team.old.id, team.beside.id, 'zip']) {
      expect((await get(`${own.path}/${id === 'zip' ? id : `${id}/download`}`)).status).toBe(404)
    }
    expect((await get(`${elsewhere.path}/${team.alarms.id}/download`)).status).toBe(404)
    expect((await get(`${elsewhere.path}/${team.alarms.id}/thumbnail`)).status).toBe(404)
  })

  test('stands in the lists and the history of its client or site, and ends when it is revoked', async () => {
    const { ann, acme, south } = team
    const { id, path } = await newShare(ann, { kind: 'compliance', site_id: south.id })
    const listed = async (query: object) => (await ann.ask(listShares, { query })).find((each) => each.id === id)

    const client = { id: acme.id, name: 'Acme' }
    const site = { id: south.id, name: 'South', client_name: 'Acme' }
    expect(await listed({})).toMatchObject({ kind: 'compliance', record_id: south.id, name: 'South', site, client })
    expect(await listed({ kind: 'compliance', site_id: south.id })).toBeDefined()
    expect(await listed({ site_id: south.id })).toBeUndefined()
    const [whole] = await ann.ask(listShares, { query: ofClient() })
    expect(whole).toMatchObject({ name: 'Acme', site: null, client })
    expect(rowsIn((await get(path)).body)).toEqual(['Site Fire Water', 'South Missing Missing'])
    const [opened] = await ann.ask(listHistory, { query: { resource: 'shares', limit: 1 } })
    expect(opened?.summary).toBe('Opened the share link of the compliance of the site South')

    await ann.ask(revokeShare, { params: { id } })
    expect((await get(path)).status).toBe(404)
  })

  test('[D-57] of a client is for those who see all of its sites, and paused when its maker does not', async () => {
    const { ann, acme, north } = team
    const bob = await newMember(app, ann, 'editor', { clientId: acme.id })
    const { id, path } = await newShare(bob, ofClient())
    expect((await get(path)).status).toBe(200)

    const limits = { ...plainMembership('editor'), clientId: acme.id, siteIds: [north.id] }
    const data = { teamId: ann.teamId, userId: bob.userId, ...limits }
    const metadata = contextOf(ann.teamId, ann.userId)
    const stream = teamStream(ann.teamId)
    const revision = (await app.ledger.read(stream)).at(-1)?.revision ?? 'no-stream'
    const changed = { type: 'MemberChanged', data, id: newCommandId(), metadata } as const
    const position = await app.ledger.append(stream, revision, [changed])
    await ann.call(listShares, {}, { headers: { 'x-min-position': position } })

    expect((await get(path)).status).toBe(404)
    expect((await ann.ask(listShares)).find((each) => each.id === id)?.state).toBe('paused')
    expect(await bob.ask(listShares, { query: ofClient() })).toEqual([])
    expect(await bob.invalid(createShare, { body: ofClient() })).toHaveProperty('client_id')
    expect((await newShare(bob, { kind: 'compliance', site_id: north.id })).state).toBe('open')
  })

  test('is of a client or a site, and other links are of what they name', async () => {
    const { ann, acme, beside, north, zenith } = team
    const bob = await newMember(app, ann, 'editor', { clientId: acme.id })
    const refused = async (body: object, who = ann) => Object.keys(await who.invalid(createShare, { body }))

    expect(await refused({ kind: 'compliance' })).toEqual(['file_id'])
    expect(await refused({ kind: 'compliance', file_id: beside.id })).toEqual(['kind'])
    expect(await refused({ kind: 'site', file_id: beside.id })).toEqual(['kind'])
    expect(await refused({ client_id: acme.id })).toEqual(['kind'])
    expect(await refused({ kind: 'compliance', client_id: zenith.id }, bob)).toEqual(['client_id'])
    expect((await newShare(ann, { kind: 'site', site_id: north.id })).kind).toBe('site')
  })
})
