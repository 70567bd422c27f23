import { describe, expect } from 'vitest'
import { Plans } from '#schemas/billing/plans.ts'
import { type ClientId, type SiteId, TrashId } from '#schemas/ids.ts'
import { addClient, deleteClient, listClients } from '#schemas/resources/clients.ts'
import { undoImport } from '#schemas/resources/imports.ts'
import { addSite, deleteSite, listSites, siteQuota } from '#schemas/resources/sites.ts'
import { createTeam, currentTeam } from '#schemas/resources/teams.ts'
import { restoreTrash } from '#schemas/resources/trash.ts'
import { importFile } from '#tests/support/imports.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { type Member, newTeam, registration } from '#tests/support/teams.ts'

const plans = Plans.parse([
  { id: 'free', name: 'Free', price: 0, interval: 'monthly', type: 'team', attributes: { sites: 3 } },
])
const upgrade = "Your current plan doesn't allow you to create more sites, please upgrade your subscription."
const refusal = { status: 422, body: { errors: { name: [upgrade] } } }

describe('the site limit of the plan', () => {
  const { app, test: tests } = sharedApp({ env: { plans } })

  /** The owner of a team that has no trial: the trial came with another one. */
  const withoutTrial = async (): Promise<Member> => {
    const owner = await newTeam(app)
    await owner.call(createTeam, { body: { name: 'Second', slug: registration().team_slug } })
    return { ...owner, teamId: (await owner.ask(currentTeam)).id }
  }
  const test = tests.extend('owner', () => withoutTrial())
  const clientOf = async (owner: Member) => (await owner.ask(addClient, { body: { name: 'Acme' } })).id
  const site = (client_id: ClientId, id?: SiteId) => ({ body: { name: 'North', client_id, ...(id ? { id } : {}) } })
  const trashOf = (headers: Headers) => TrashId.parse(headers.get('x-trash-id'))
  const sites = async (owner: Member) => Number((await owner.call(listSites)).headers.get('x-total-count'))

  test('[VAL-19, VAL-21, VAL-22, SITE-25, CORE-10, CONST1-07] is that of the plan free once there is no trial', async () => {
    const owner = await withoutTrial()
    const clientId = await clientOf(owner)
    const left = async () => (await owner.ask(siteQuota)).left
    expect(await left()).toBe(3)
    for (let count = 0; count < 3; count += 1) await owner.call(addSite, site(clientId))
    expect(await left()).toBe(0)
    expect(await owner.refused(addSite, site(clientId))).toMatchObject(refusal)
    expect(await sites(owner)).toBe(3)
  })

  test('holds when fifty are added at once, and counts none twice that is sent twice', async ({ owner }) => {
    const clientId = await clientOf(owner)
    const send = (at: number) => {
      const headers = { 'idempotency-key': `site ${at}` }
      return owner.request('POST', '/api/site', { json: site(clientId).body, headers })
    }

    const first = await Promise.all(Array.from({ length: 50 }, (_, at) => send(at)))
    const again = await Promise.all(Array.from({ length: 50 }, (_, at) => send(at)))

    expect(first.filter(({ status }) => status === 201)).toHaveLength(3)
    for (const each of first.filter(({ status }) => status !== 201)) expect(each).toMatchObject(refusal)
    expect(again.map(({ status }) => status)).toEqual(first.map(({ status }) => status))
    expect(await sites(owner)).toBe(3)
  })

  test('[SITE-25] is asked for a whole file before its first row is written, and in a dry run too', async () => {
    const owner = await withoutTrial()
    const clientId = await clientOf(owner)
    await owner.call(addSite, site(clientId))
    const rows = (...names: string[]) => ['name,client', ...names.map((name) => `${name},Acme`)].join('\n')

    for (const dry_run of [true, false]) {
      const answer = await importFile(owner, 'sites', rows('North', 'A', 'B', 'C'), { dry_run })
      expect([answer.status, answer.problem]).toEqual([
        422,
        { message: 'The given data was invalid.', ...refusal.body },
      ])
      expect(await sites(owner)).toBe(1)
    }
    // Rows that are there already take no place, and neither do refused ones.
    const fits = await importFile(owner, 'sites', rows('North', 'A', 'B', ''))
    expect(fits.summary).toMatchObject({ created: 2, unchanged: 1, refused: 1 })
    expect(await owner.refused(addSite, site(clientId))).toMatchObject(refusal)
    await owner.call(undoImport, { params: { run: fits.summary?.run ?? '' } })
    expect((await importFile(owner, 'sites', rows('C', 'D'))).summary).toMatchObject({ created: 2 })
  })

  test('counts what is live: a deleted site and those of a deleted client are free again', async ({ owner }) => {
    const acme = await clientOf(owner)
    const zed = await clientOf(owner)
    const one = await owner.ask(addSite, site(acme))
    await owner.call(addSite, site(acme))
    await owner.call(addSite, site(zed))

    await owner.call(deleteSite, { params: { id: one.id } })
    await owner.call(addSite, site(zed))
    expect((await owner.refused(addSite, site(zed))).status).toBe(422)
    await owner.call(deleteClient, { params: { id: acme } })
    await owner.call(addSite, site(zed))

    expect((await owner.refused(addSite, site(zed))).status).toBe(422)
    expect(await sites(owner)).toBe(3)
  })

  test('is checked again when a site or a client comes back, all of its sites or none', async ({ owner }) => {
    const acme = await clientOf(owner)
    const zed = await clientOf(owner)
    await owner.call(addSite, site(acme))
    await owner.call(addSite, site(acme))
    const gone = trashOf((await owner.call(deleteClient, { params: { id: acme } })).headers)
    const other = await owner.ask(addSite, site(zed))
    await owner.call(addSite, site(zed))

    expect(await owner.refused(restoreTrash, { params: { id: gone } })).toMatchObject(refusal)
    const { headers } = await owner.call(deleteSite, { params: { id: other.id } })
    await owner.call(restoreTrash, { params: { id: gone } })
    expect(await owner.refused(restoreTrash, { params: { id: trashOf(headers) } })).toMatchObject(refusal)

    const counts = (await owner.ask(listClients)).map(({ site_count }) => site_count)
    expect(counts.sort()).toEqual([1, 2])
    expect((await owner.refused(restoreTrash, { params: { id: gone } })).status).toBe(404)
    expect((await owner.refused(addSite, site(zed))).status).toBe(422)
  })
})
