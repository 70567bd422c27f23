import { describe, expect, test } from 'vitest'
import { facilities } from '#projections/facilities/facilities.ts'
import { fileQueries } from '#projections/facilities/files.ts'
import { siteQueries } from '#projections/facilities/sites.ts'
import { visitQueries } from '#projections/facilities/visits.ts'
import type { LedgerEvent, RecordedEvent } from '#schemas/events/registry.ts'
import { wholeTeam } from '#schemas/rights/scope.ts'
import { coreWorld } from '#tests/support/core-world.ts'
import { detailsOf } from '#tests/support/details.ts'
import { newCategoryId, newClientId, newFileId, newSiteId, newTrashId, newVisitId } from '#tests/support/new-ids.ts'
import { projected } from '#tests/support/read-models.ts'

const page = { limit: 1000 }

/** Two clients with a site each; the first site has a visit with one file, and another file beside it. */
const world = () => {
  const { teamId, record, ...core } = coreWorld()
  const [acme, zenith, north, south] = [newClientId(), newClientId(), newSiteId(), newSiteId()]
  const [visitId, onVisit, beside, trashId] = [newVisitId(), newFileId(), newFileId(), newTrashId()]
  const events: RecordedEvent[] = [
    core.clientAdded('Acme', acme),
    core.clientAdded('Zenith', zenith),
    core.siteAdded(acme, 'North', north),
    core.siteAdded(zenith, 'South', south),
    core.visitAdded(north, acme, '2026-03-01', visitId),
    core.fileUploaded(north, acme, { fileId: onVisit, visitId, at: '2026-03-02T10:00:00.000Z' }),
    core.fileUploaded(north, acme, { fileId: beside, at: '2026-03-01T10:00:00.000Z' }),
  ]
  const ids = { acme, zenith, north, south, visitId, onVisit, beside }
  const visit = { visitId, teamId, trashId }
  const file = { fileId: onVisit, teamId, trashId }
  const site = { siteId: north, teamId, trashId }
  const client = { clientId: acme, teamId, trashId }
  const scope = wholeTeam(teamId)

  /** What the lists show after these events too. */
  const listsAfter = (...more: LedgerEvent[]) => {
    const recorded = more.map((event) => record(`${event.type}s`, event))
    const all = [...events, ...recorded, ...recorded]
    const db = projected(facilities, all)
    const [siteRows, visitRows, fileRows] = [
      siteQueries(db).list(scope, page).rows,
      visitQueries(db).list(scope, page).rows,
      fileQueries(db).list(scope, page).rows,
    ]
    return {
      sites: siteRows.map(
        (row) => `${row.name} of ${row.client_name}: ${row.visit_count} visits, ${row.file_count} files`,
      ),
      visits: visitRows.map((row) => `${row.site_name} of ${row.client_name}: ${row.file_count} files`),
      files: fileRows.map((row) => `${row.site_name} of ${row.client_name}, ${row.visit_name ?? 'no visit'}`),
    }
  }
  return { ...ids, teamId, scope, visit, file, site, client, listsAfter, events, record }
}

const asAtFirst = {
  sites: ['North of Acme: 1 visits, 2 files', 'South of Zenith: 0 visits, 0 files'],
  visits: ['North of Acme: 1 files'],
  files: ['North of Acme, Visit of 2026-03-01', 'North of Acme, no visit'],
}

describe('the lists', () => {
  test('move a visit to another site with its files (D-04)', () => {
    const { listsAfter, visit, south, zenith } = world()

    expect(listsAfter({ type: 'VisitMoved', data: { ...visit, siteId: south, clientId: zenith } })).toEqual({
      sites: ['North of Acme: 0 visits, 1 files', 'South of Zenith: 1 visits, 1 files'],
      visits: ['South of Zenith: 1 files'],
      files: ['South of Zenith, Visit of 2026-03-01', 'North of Acme, no visit'],
    })
  })

  test('move a site to another client (D-76)', () => {
    const { listsAfter, site, zenith } = world()

    expect(listsAfter({ type: 'SiteMoved', data: { ...site, clientId: zenith } })).toEqual({
      sites: ['North of Zenith: 1 visits, 2 files', 'South of Zenith: 0 visits, 0 files'],
      visits: ['North of Zenith: 1 files'],
      files: ['North of Zenith, Visit of 2026-03-01', 'North of Zenith, no visit'],
    })
  })

  test('show the new names', () => {
    const { listsAfter, client, site, visit } = world()
    const dates = { started_at: '2026-03-01', ended_at: '2026-03-01' }
    const shown = listsAfter(
      { type: 'ClientRenamed', data: { ...client, ...detailsOf.client({ name: 'Apex' }) } },
      { type: 'SiteUpdated', data: { ...site, ...detailsOf.site({ name: 'Nordic' }) } },
      { type: 'VisitUpdated', data: { ...visit, ...detailsOf.visit({ name: 'Autumn', ...dates }) } },
    )

    expect(shown.files).toEqual(['Nordic of Apex, Autumn', 'Nordic of Apex, no visit'])
    expect(shown.visits).toEqual(['Nordic of Apex: 1 files'])
  })

  test('hide a deleted visit, whose files have none until it is restored', () => {
    const { listsAfter, visit } = world()
    const deleted = { type: 'VisitDeleted', data: visit } as const

    expect(listsAfter(deleted)).toEqual({
      sites: ['North of Acme: 0 visits, 2 files', 'South of Zenith: 0 visits, 0 files'],
      visits: [],
      files: ['North of Acme, no visit', 'North of Acme, no visit'],
    })
    expect(listsAfter(deleted, { type: 'VisitRestored', data: visit })).toEqual(asAtFirst)
  })

  test('show files without a visit after its purge', () => {
    const { listsAfter, visit } = world()

    expect(listsAfter({ type: 'VisitDeleted', data: visit }, { type: 'VisitPurged', data: visit }).files).toEqual([
      'North of Acme, no visit',
      'North of Acme, no visit',
    ])
  })

  test('hide a deleted file', () => {
    const { listsAfter, file } = world()
    const deleted = { type: 'FileDeleted', data: file } as const

    expect(listsAfter(deleted)).toEqual({
      sites: ['North of Acme: 1 visits, 1 files', 'South of Zenith: 0 visits, 0 files'],
      visits: ['North of Acme: 0 files'],
      files: ['North of Acme, no visit'],
    })
    expect(listsAfter(deleted, { type: 'FileRestored', data: file })).toEqual(asAtFirst)
  })

  test('hide the records of a deleted client or site, and show them again after its restore', () => {
    const { listsAfter, client, site, file } = world()
    const southAlone = { sites: ['South of Zenith: 0 visits, 0 files'], visits: [], files: [] }
    const clientDeleted = { type: 'ClientDeleted', data: client } as const
    const siteDeleted = { type: 'SiteDeleted', data: site } as const
    const fileDeleted = { type: 'FileDeleted', data: file } as const

    expect(listsAfter(clientDeleted)).toEqual(southAlone)
    expect(listsAfter(siteDeleted)).toEqual(southAlone)
    expect(listsAfter(siteDeleted, clientDeleted, { type: 'ClientRestored', data: client })).toEqual(southAlone)
    expect(listsAfter(clientDeleted, { type: 'ClientRestored', data: client })).toEqual(asAtFirst)
    expect(listsAfter(siteDeleted, { type: 'SiteRestored', data: site })).toEqual(asAtFirst)
    expect(listsAfter(fileDeleted, clientDeleted, { type: 'ClientRestored', data: client }).files).toEqual([
      'North of Acme, no visit',
    ])
  })

  test('lose the records that are purged with a client', () => {
    const { listsAfter, client } = world()

    expect(listsAfter({ type: 'ClientDeleted', data: client }, { type: 'ClientPurged', data: client })).toEqual({
      sites: ['South of Zenith: 0 visits, 0 files'],
      visits: [],
      files: [],
    })
  })

  test('show a file that was moved to another visit or none, and removed from categories', () => {
    const { events, scope, record, file, north, acme, visitId, onVisit, beside, teamId } = world()
    const ancestry = { siteId: north, clientId: acme, bulkId: null, teamId }
    const [fire, gas] = [newCategoryId(), newCategoryId()]
    const named = (categoryId: typeof fire, name: string) =>
      record('tree', {
        type: 'CategoryAdded',
        data: { teamId, categoryId, parentId: null, index: 0, ...detailsOf.category({ name, slug: name }) },
      })
    const filesOf = fileQueries(
      projected(facilities, [
        ...events,
        named(fire, 'Fire'),
        named(gas, 'Gas'),
        record('one', { type: 'FileVisitChanged', data: { ...ancestry, fileId: onVisit, visitId: null } }),
        record('two', { type: 'FileVisitChanged', data: { ...ancestry, fileId: beside, visitId } }),
        record('one', { type: 'FileCategoriesChanged', data: { ...file, bulkId: null, categoryIds: [fire, gas] } }),
        record('one', { type: 'FileCategoriesChanged', data: { ...file, bulkId: null, categoryIds: [gas] } }),
      ]),
    )

    expect(filesOf.list(scope, page, { visitId }).rows.map(({ id }) => id)).toEqual([beside])
    expect(filesOf.one(scope, onVisit)).toMatchObject({ visit_id: null, categories: [{ id: gas, name: 'Gas' }] })
    expect(filesOf.list(scope, { ...page, category: fire }).total).toBe(0)
  })
})
