import { describe, expect, test } from 'vitest'
import { applyEvent } from '#projections/engine/projection.ts'
import { search } from '#projections/search/search.ts'
import type { LedgerEvent, RecordedEvent } from '#schemas/events/registry.ts'
import { CalendarDate } from '#schemas/time/calendar-date.ts'
import { hashOf } from '#tests/support/core-world.ts'
import { detailsOf } from '#tests/support/details.ts'
import {
  newCategoryId,
  newClientId,
  newDocumentId,
  newFileId,
  newSiteId,
  newTeamId,
  newTrashId,
  newVisitId,
} from '#tests/support/new-ids.ts'
import { contentsOf } from '#tests/support/read-models.ts'
import { searchedWorld } from '#tests/support/search-world.ts'

const day = CalendarDate.parse('2026-03-01')

/** One client with two sites, a visit, two files, a category and a document, and what happens to them. */
const furnished = () => {
  const acme = newClientId()
  const other = newClientId()
  const north = newSiteId()
  const depot = newSiteId()
  const visit = newVisitId()
  const report = newFileId()
  const plan = newFileId()
  const fire = newCategoryId()
  const manual = newDocumentId()
  const trashId = newTrashId()
  const world = searchedWorld((w) => [
    w.clientAdded('Acmé Ltd', acme),
    w.clientAdded('Other', other),
    w.record(`site-${north}`, 'SiteAdded', {
      siteId: north,
      teamId: w.teamId,
      clientId: acme,
      ...detailsOf.site({ name: 'North plant', postcode: 'M1 4BT' }),
    }),
    w.siteAdded(acme, 'Depot', depot),
    w.record(`visit-${visit}`, 'VisitAdded', {
      visitId: visit,
      teamId: w.teamId,
      siteId: north,
      clientId: acme,
      ...detailsOf.visit({ name: 'Spring check', started_at: day, ended_at: day }),
    }),
    w.record('categories', 'CategoryAdded', {
      teamId: w.teamId,
      categoryId: fire,
      parentId: null,
      index: 0,
      ...detailsOf.category({ name: 'Fire alarms', slug: 'fire' }),
    }),
    w.fileUploaded(north, acme, { fileId: report, name: 'Report', visitId: visit, categoryIds: [fire] }),
    w.fileUploaded(depot, acme, { fileId: plan, name: 'Floor plan', content: { hash: hashOf('c'), size: 9 } }),
    w.record(`document-${manual}`, 'DocumentUploaded', {
      documentId: manual,
      teamId: w.teamId,
      ...detailsOf.document({ name: 'Boiler manual' }),
      localFileName: 'b.pdf',
      type: 'application/pdf',
      mimeType: 'application/pdf',
      content: { hash: hashOf('d'), size: 9 },
      completed_at: day,
      uploadedBy: w.userId,
    }),
  ])
  const happens = ({ type, data }: LedgerEvent, attached?: string) =>
    applyEvent(search, world.db, {
      ...world.record('later', type, data),
      ...(attached ? { attached } : {}),
    } as RecordedEvent)
  const teamId = world.teamId
  const hasText = (id: typeof report | typeof manual, of: string, text: string) => {
    const subject =
      id === manual ? { resource: 'documents' as const, id: manual } : { resource: 'files' as const, id: report }
    const data = { subject, teamId, of: hashOf(of), content: { hash: hashOf('e'), size: 1 } }
    happens({ type: 'TextExtracted', data }, text)
  }
  return { ...world, teamId, happens, hasText, acme, other, north, depot, visit, report, plan, fire, manual, trashId }
}

describe('a search', () => {
  test.each([
    ['clients', 'acme', 'acme', 'name'],
    ['clients', 'ÁCMÉ ltd', 'acme', 'name'],
    ['sites', 'orth', 'north', 'name'],
    ['sites', 'plant ACME', 'north', 'client'],
    ['sites', '4bt', 'north', 'postcode'],
    ['sites', 'm1', 'north', 'postcode'],
    ['visits', 'spring', 'visit', 'name'],
    ['visits', 'acme north check', 'visit', 'client'],
    ['files', 'rep', 'report', 'name'],
    ['files', 'fire report', 'report', 'category'],
    ['files', 'spring', 'report', 'visit'],
    ['files', 'north report', 'report', 'site'],
    ['files', 'depot', 'plan', 'site'],
    ['documents', 'boiler', 'manual', 'name'],
  ] as const)('of %s for %j finds the %s by its %s', (kind, query, thing, where) => {
    const world = furnished()

    expect(world.found(kind, query)).toEqual([{ id: world[thing], found: { in: where, excerpt: null } }])
  })

  test.each([
    ['clients', 'acme zebra'],
    ['clients', 'north'],
    ['clients', 'acmeltd'],
    ['sites', 'spring'],
    ['sites', 'ltd\nacme zz'],
    ['visits', 'report'],
    ['files', 'scan0001'],
    ['documents', 'acme'],
  ] as const)('of %s for %j finds nothing', (kind, query) => {
    expect(furnished().ids(kind, query)).toEqual([])
  })

  test('for nothing but blanks is no search', () => {
    const world = furnished()

    for (const query of ['', ' \t\n', '\u0301']) {
      expect(world.queries.find(world.team, 'clients', query, { limit: 10 })).toBeUndefined()
    }
  })

  test('is paginated, with the total', () => {
    const world = furnished()
    const first = world.queries.find(world.team, 'files', 'acme', { limit: 1 })
    const second = world.queries.find(world.team, 'files', 'acme', { limit: 1, cursor: first?.next ?? '' })

    expect([first?.total, second?.total, second?.next]).toEqual([2, 2, null])
    expect([first, second].flatMap((page) => page?.rows.map(({ id }) => id)).toSorted()).toEqual(
      [world.report, world.plan].toSorted(),
    )
  })

  test('goes on where it was when the last record of a page is gone', () => {
    const world = furnished()
    const { teamId, trashId, plan } = world
    const { rows, next } = world.queries.find(world.team, 'files', 'acme', { limit: 1 }) ?? {}
    world.happens({ type: 'FileDeleted', data: { fileId: plan, teamId, trashId } })
    world.happens({ type: 'FilePurged', data: { fileId: plan, teamId, trashId } })
    const second = world.queries.find(world.team, 'files', 'acme', { limit: 1, cursor: next ?? '' })

    expect([rows, second?.rows].map((page) => page?.map(({ id }) => id))).toEqual([[plan], [world.report]])
  })

  test('is narrowed to a client, a site, a visit or some categories', () => {
    const world = furnished()
    const narrowed = (narrowing: object) =>
      world.queries.find(world.team, 'files', 'acme', { limit: 9 }, narrowing)?.rows.map(({ id }) => id)

    const narrowedShort = (narrowing: object) =>
      world.queries.find(world.team, 'files', 'r', { limit: 9 }, narrowing)?.rows.map(({ id }) => id)

    expect(narrowedShort({ clientId: world.acme })?.toSorted()).toEqual([world.report, world.plan].toSorted())
    expect([narrowedShort({ siteId: world.depot }), narrowedShort({ visitId: world.visit })]).toEqual([
      [world.plan],
      [world.report],
    ])
    expect(narrowed({ clientId: world.other })).toEqual([])
    expect(narrowed({ siteId: world.depot })).toEqual([world.plan])
    expect(narrowed({ visitId: world.visit })).toEqual([world.report])
    expect(narrowed({ categoryIds: [newCategoryId(), world.fire] })).toEqual([world.report])
    expect(narrowed({ clientId: newClientId() })).toEqual([])
  })

  test('stays within a scope', () => {
    const world = furnished()
    const ofSite = { teamId: world.teamId, clientId: world.acme, siteIds: [world.depot] }
    const ofOther = { teamId: world.teamId, clientId: world.other, siteIds: null }
    const strangers = { teamId: newTeamId(), clientId: null, siteIds: null }

    for (const query of ['acme', 'me']) {
      expect(world.ids('clients', query, ofSite)).toEqual([world.acme])
      expect(world.ids('sites', query, ofSite)).toEqual([world.depot])
      expect(world.ids('visits', query, ofSite)).toEqual([])
      expect(world.ids('files', query, ofSite)).toEqual([world.plan])
      for (const scope of [ofOther, strangers, { ...ofSite, siteIds: [] }]) {
        for (const kind of ['sites', 'visits', 'files'] as const) expect(world.ids(kind, query, scope)).toEqual([])
      }
    }
    expect(world.ids('documents', 'boiler', ofSite)).toEqual([world.manual])
    expect(world.ids('documents', 'boiler', strangers)).toEqual([])
  })
})

describe('what is found', () => {
  test('follows new names of categories and documents, and a file out of its category', () => {
    const { happens, ids, teamId, report, fire, manual } = furnished()
    const water = detailsOf.category({ name: 'Water', slug: 'water' })
    happens({ type: 'CategoryUpdated', data: { teamId, categoryId: fire, ...water } })
    const pump = detailsOf.document({ name: 'Pump' })
    happens({ type: 'DocumentRenamed', data: { documentId: manual, teamId, bulkId: null, ...pump } })

    expect([ids('files', 'fire'), ids('files', 'water')]).toEqual([[], [report]])
    expect([ids('documents', 'boiler'), ids('documents', 'pump')]).toEqual([[], [manual]])
    happens({ type: 'FileCategoriesChanged', data: { fileId: report, teamId, bulkId: null, categoryIds: [] } })
    expect(ids('files', 'water')).toEqual([])
  })

  test('follows a new postcode, date and day under the old name', () => {
    const world = furnished()
    const { teamId } = world
    const later = CalendarDate.parse('2026-04-01')
    const name = 'Depot'
    world.happens({
      type: 'SiteUpdated',
      data: { siteId: world.depot, teamId, ...detailsOf.site({ name, postcode: 'ZZ9' }) },
    })
    expect([world.ids('sites', 'zz9 depot'), world.ids('files', 'depot')]).toEqual([[world.depot], [world.plan]])
    world.happens({ type: 'SiteUpdated', data: { siteId: world.depot, teamId, ...detailsOf.site({ name: 'DEPOT' }) } })
    expect([world.ids('sites', 'zz9'), world.ids('sites', 'depot')]).toEqual([[], [world.depot]])

    const second = newVisitId()
    const ancestry = { teamId, siteId: world.north, clientId: world.acme }
    const clean = detailsOf.visit({ name: 'Spring clean', started_at: later, ended_at: later })
    world.happens({ type: 'VisitAdded', data: { visitId: second, ...clean, ...ancestry } })
    expect(world.ids('visits', 'spring')).toEqual([second, world.visit])
    const latest = CalendarDate.parse('2026-05-01')
    const moved = detailsOf.visit({ name: 'Spring check', started_at: latest, ended_at: latest })
    world.happens({ type: 'VisitUpdated', data: { visitId: world.visit, teamId, ...moved } })
    expect(world.ids('visits', 'spring')).toEqual([world.visit, second])
  })

  test('loses the name of a deleted visit and category, and has it back', () => {
    const world = furnished()
    const { teamId, trashId } = world
    world.happens({ type: 'VisitDeleted', data: { visitId: world.visit, teamId, trashId } })
    const branch = { categoryId: world.fire, categoryIds: [world.fire] }
    world.happens({ type: 'CategoryDeleted', data: { teamId, trashId, ...branch } })

    expect([world.ids('files', 'spring'), world.ids('files', 'fire'), world.ids('visits', 'spring')]).toEqual([
      [],
      [],
      [],
    ])
    expect(world.ids('files', 'report')).toEqual([world.report])
    world.happens({ type: 'VisitRestored', data: { visitId: world.visit, teamId, trashId } })
    const restored = { parentId: null, index: 0, slugs: {} }
    world.happens({ type: 'CategoryRestored', data: { teamId, trashId, categoryId: world.fire, ...restored } })
    expect(world.ids('files', 'fire spring')).toEqual([world.report])
  })

  test('is forgotten with everything below when it is purged', () => {
    const world = furnished()
    const { teamId, trashId } = world
    world.hasText(world.report, 'a', 'The pressure is low')
    world.happens({ type: 'ClientDeleted', data: { clientId: world.acme, teamId, trashId } })
    world.happens({ type: 'ClientPurged', data: { clientId: world.acme, teamId, trashId } })

    const left = JSON.stringify(contentsOf(world.db))
    for (const id of [world.acme, world.north, world.visit, world.report, 'pressure']) expect(left).not.toContain(id)
    expect(world.ids('documents', 'boiler')).toEqual([world.manual])
    world.happens({ type: 'TeamPurged', data: { teamId } })
    expect(contentsOf(world.db)).toMatchObject({ items: [], texts: [], item_categories: [] })
  })
})

describe('the text of a PDF', () => {
  test('is searched with the name and all else, and the passage is shown', () => {
    const world = furnished()
    world.hasText(
      world.report,
      'a',
      `${'Lorem ipsum. '.repeat(60)}The préssure of pump 7 is low. ${'Dolor sit. '.repeat(60)}`,
    )

    const [hit] = world.found('files', 'report PRESSURE 7')
    expect(hit).toMatchObject({ id: world.report, found: { in: 'text' } })
    expect(hit?.found.excerpt).toMatch(/^….*The préssure of pump 7 is low\..*…$/)
    expect(hit?.found.excerpt?.length).toBeLessThan(260)
    expect(world.ids('files', 'pressure acme spring low')).toEqual([world.report])
    expect(world.ids('files', 'pressure high')).toEqual([])
    expect(world.ids('files', 'pressure depot')).toEqual([])
  })

  test('is searched in documents, and shown to everybody in the team alone', () => {
    const world = furnished()
    world.hasText(world.manual, 'd', 'Press ﬁrmly')

    expect(world.found('documents', 'firmly')).toEqual([
      { id: world.manual, found: { in: 'text', excerpt: 'Press ﬁrmly' } },
    ])
    expect(world.ids('documents', 'firmly', { teamId: newTeamId(), clientId: null, siteIds: null })).toEqual([])
  })

  test('of other content than the file has is not taken', () => {
    const world = furnished()
    world.hasText(world.report, 'b', 'The pressure is low')

    expect(world.ids('files', 'pressure')).toEqual([])
  })

  test('is that of the newest version of a file', () => {
    const world = furnished()
    const replace = (version: number, of: string) =>
      world.happens(
        world.fileVersionAdded(world.report, version, {
          content: { hash: hashOf(of), size: 9 },
        }) as LedgerEvent,
      )
    world.hasText(world.report, 'a', 'The pressure is low')

    replace(2, 'b')
    expect(world.ids('files', 'pressure')).toEqual([])
    world.hasText(world.report, 'a', 'The pressure is low')
    expect(world.ids('files', 'pressure')).toEqual([])
    world.hasText(world.report, 'b', 'The valve leaks')
    expect([world.ids('files', 'valve'), world.ids('files', 'pressure')]).toEqual([[world.report], []])
    replace(3, 'a')
    world.hasText(world.report, 'a', 'The pressure is low')
    expect([world.ids('files', 'valve'), world.ids('files', 'pressure')]).toEqual([[], [world.report]])
  })

  test('is hidden while its file is in the trash', () => {
    const world = furnished()
    const { teamId, trashId } = world
    world.hasText(world.report, 'a', 'The pressure is low')
    world.happens({ type: 'FileDeleted', data: { fileId: world.report, teamId, trashId } })

    expect(world.ids('files', 'pressure')).toEqual([])
    world.happens({ type: 'FileRestored', data: { fileId: world.report, teamId, trashId } })
    expect(world.ids('files', 'pressure')).toEqual([world.report])
  })
})
