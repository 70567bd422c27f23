import { describe, expect } from 'vitest'
import type { Endpoint } from '#schemas/endpoint.ts'
import { deleteClient, listClients, showClient, updateClient } from '#schemas/resources/clients.ts'
import {
  deleteFile,
  listFiles,
  listFilesOfClient,
  listFilesOfSite,
  listFilesOfVisit,
  showFile,
  updateFile,
} from '#schemas/resources/files.ts'
import { deleteSite, listSites, listSitesOfClient, showSite, updateSite } from '#schemas/resources/sites.ts'
import {
  deleteVisit,
  listVisits,
  listVisitsOfClient,
  listVisitsOfSite,
  showVisit,
  updateVisit,
} from '#schemas/resources/visits.ts'
import { pathOf } from '#tests/support/caller.ts'
import { prepared } from '#tests/support/prepared.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { teamWithRecords } from '#tests/support/team-with-records.ts'

const { app, test } = sharedApp()

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).sort()
const tooLong = 'x'.repeat(256)

describe('what there is', () => {
  const team = prepared(() => teamWithRecords(app))
  const listed = async (endpoint: Endpoint, of?: { id: string }) => {
    const { status, body } = await team.ann.request('GET', pathOf(endpoint, { params: { id: of?.id } }))
    expect(status).toBe(200)
    return idsOf(body as { id: string }[])
  }

  test('[API1-14] [API1-08] is listed as sites, of the team and of a client', async () => {
    const { acme, zenith, north, south, east } = team

    expect(await listed(listClients)).toEqual(idsOf([acme, zenith]))
    expect(await listed(listSites)).toEqual(idsOf([north, south, east]))
    expect(await listed(listSitesOfClient, acme)).toEqual(idsOf([north, south]))
  })

  test('[API1-25] [API1-10] is listed as visits, of the team, a client and a site', async () => {
    const { acme, east, spring, create } = team
    const autumn = await create.visit(east.id, 'Autumn')

    expect(await listed(listVisits)).toEqual(idsOf([spring, autumn]))
    expect(await listed(listVisitsOfClient, acme)).toEqual([spring.id])
    expect(await listed(listVisitsOfSite, east)).toEqual([autumn.id])
  })

  test('[CORE-05] [API1-12] [API1-23] [API1-27] [API1-32] is listed as files, of the team, a client, a site and a visit', async () => {
    const { acme, north, east, spring, ofSpring, beside, create } = team
    const far = await create.file(east.id, 'Far')

    expect(await listed(listFiles)).toEqual(idsOf([ofSpring, beside, far]))
    expect(await listed(listFilesOfClient, acme)).toEqual(idsOf([ofSpring, beside]))
    expect(await listed(listFilesOfSite, north)).toEqual(idsOf([ofSpring, beside]))
    expect(await listed(listFilesOfVisit, spring)).toEqual([ofSpring.id])
  })

  /** How each kind is shown, changed and deleted. */
  const ways = async () => {
    const { ann, acme, north, spring, beside } = await teamWithRecords(app)
    const day = '01/04/2026'
    const shown = [
      [showClient, updateClient, deleteClient, acme, { name: 'New' }],
      [showSite, updateSite, deleteSite, north, { name: 'New', client_id: acme.id }],
      [showVisit, updateVisit, deleteVisit, spring, { name: 'New', site_id: north.id, started_at: day, ended_at: day }],
      [showFile, updateFile, deleteFile, beside, { name: 'New', visit_id: '', categories: [], completed_at: day }],
    ] as const
    return { ann, shown }
  }

  test('[CORE-04] is added, changed and deleted by its users: clients, sites, visits and files', async () => {
    const { ann, shown } = await ways()

    for (const [show, update, , { id }, body] of shown) {
      await ann.call(update as Endpoint, { params: { id }, body } as object)
      expect((await ann.request('GET', pathOf(show, { params: { id } }))).body).toMatchObject({ id, name: 'New' })
    }
    for (const [show, , remove, { id }] of shown.toReversed()) {
      await ann.call(remove as Endpoint, { params: { id } } as object)
      expect((await ann.refused(show, { params: { id } })).status).toBe(404)
    }
  })

  test('and was changed by somebody else is neither overwritten nor deleted by who has not seen it (D-73)', async () => {
    const { ann, shown } = await ways()
    for (const [show, update, remove, { id, revision }, body] of shown) {
      const seen = { headers: { 'if-match': `"${revision}"` } }
      const { headers } = await ann.call(update as Endpoint, { params: { id }, body } as object, seen)

      const late = await ann.refused(update, { params: { id }, body: { ...body, name: 'Late' } }, seen)
      const tooLate = await ann.refused(remove, { params: { id } }, seen)

      expect([late.status, late.headers.get('etag'), tooLate.status]).toEqual([412, headers.get('etag'), 412])
      expect((await ann.request('GET', pathOf(show, { params: { id } }))).body).toMatchObject({ name: 'New' })
      // Who asks for nothing in particular changes what there is now.
      await ann.call(update as Endpoint, { params: { id }, body: { ...body, name: 'Last' } } as object)
    }
  })
})

describe('a client', () => {
  test('[API1-04] [ENT-01] is renamed, answered whole, and called so wherever it is named', async () => {
    const { ann, acme, north, spring, beside } = await teamWithRecords(app)
    const params = { id: acme.id }

    const { status, body, headers } = await ann.call(updateClient, { params, body: { name: ' Acme & Sons ' } })

    expect([status, body]).toEqual([200, { ...acme, name: 'Acme & Sons', site_count: 2, revision: '1' }])
    expect(headers.get('etag')).toBe('"1"')
    expect(await ann.ask(showClient, { params })).toEqual(body)
    expect(await ann.ask(listClients)).toContainEqual(body)
    expect((await ann.ask(showSite, { params: { id: north.id } })).client_name).toBe('Acme & Sons')
    expect((await ann.ask(showVisit, { params: { id: spring.id } })).client_name).toBe('Acme & Sons')
    expect((await ann.ask(showFile, { params: { id: beside.id } })).site.client_name).toBe('Acme & Sons')
  })

  test('[VAL-24] is refused a name that is none, or too long', async ({ ann, records: { acme } }) => {
    const refused = (body: object) => ann.invalid(updateClient, { params: { id: acme.id }, body })

    for (const none of [{}, { name: ' ' }, { name: null }]) {
      expect(await refused(none)).toEqual({ name: ['The name field is required.'] })
    }
    expect(await refused({ name: tooLong })).toEqual({ name: ['The name may not be greater than 255 characters.'] })
  })

  test('[API1-05] is deleted with its sites, visits and files', async ({ ann, records: { acme, zenith, east } }) => {
    const { status, headers } = await ann.call(deleteClient, { params: { id: acme.id } })

    expect([status, headers.get('x-trash-id')]).toEqual([204, expect.stringMatching(/^[0-9a-f-]{36}$/)])
    expect(idsOf(await ann.ask(listClients))).toEqual([zenith.id])
    expect(idsOf(await ann.ask(listSites))).toEqual([east.id])
    expect(await ann.ask(listVisits)).toEqual([])
    expect(await ann.ask(listFiles)).toEqual([])
  })
})

describe('a site', () => {
  test('[API1-17] [ENT-02] gets another name and postcode, and moves with all it has to another client (D-76)', async () => {
    const { ann, acme, zenith, north, spring, ofSpring } = await teamWithRecords(app)
    const params = { id: north.id }
    const body = { name: 'Harbour', postcode: 'EC1A 1BB', client_id: zenith.id }

    const { status, body: changed } = await ann.call(updateSite, { params, body })

    expect([status, changed]).toEqual([
      200,
      { ...north, ...body, client_name: 'Zenith', visit_count: 1, file_count: 2, revision: expect.any(String) },
    ])
    expect(await ann.ask(showSite, { params })).toEqual(changed)
    const counts = (await ann.ask(listClients)).map(({ name, site_count }) => [name, site_count])
    expect(counts).toEqual([
      ['Acme', 1],
      ['Zenith', 2],
    ])
    expect(idsOf(await ann.ask(listFilesOfClient, { params: { id: acme.id } }))).toEqual([])
    expect(await ann.ask(showVisit, { params: { id: spring.id } })).toMatchObject({ client_name: 'Zenith' })
    expect((await ann.ask(showFile, { params: { id: ofSpring.id } })).site).toMatchObject({
      name: 'Harbour',
      client_id: zenith.id,
      client_name: 'Zenith',
    })
    const bare = { name: 'Harbour', postcode: '', client_id: zenith.id }
    expect((await ann.ask(updateSite, { params, body: bare })).postcode).toBeNull()
  })

  test('[VAL-24] [VAL-25] [VAL-27] is refused what cannot be, each under its field', async () => {
    const { ann, acme, north } = await teamWithRecords(app)
    const refused = async (changes: object) => {
      const body = { name: 'North', postcode: '', client_id: acme.id, ...changes }
      return await ann.invalid(updateSite, { params: { id: north.id }, body })
    }

    expect(await refused({ name: '', postcode: 'x'.repeat(17), client_id: '' })).toEqual({
      name: ['The name field is required.'],
      postcode: ['The postcode may not be greater than 16 characters.'],
      client_id: ['The client field is required.'],
    })
  })

  test('[API1-18] is deleted with its visits and files; its client keeps the others', async () => {
    const { ann, acme, north, south } = await teamWithRecords(app)

    const { status, headers } = await ann.call(deleteSite, { params: { id: north.id } })

    expect([status, headers.get('x-trash-id')]).toEqual([204, expect.stringMatching(/^[0-9a-f-]{36}$/)])
    expect(idsOf(await ann.ask(listSitesOfClient, { params: { id: acme.id } }))).toEqual([south.id])
    expect((await ann.ask(showClient, { params: { id: acme.id } })).site_count).toBe(1)
    expect([await ann.ask(listVisits), await ann.ask(listFiles)]).toEqual([[], []])
  })
})
