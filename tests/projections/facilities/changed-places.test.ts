import { describe, expect, test } from 'vitest'
import { changeQueries, changes } from '#projections/changes/changes.ts'
import { clientQueries } from '#projections/facilities/clients.ts'
import { facilities } from '#projections/facilities/facilities.ts'
import { fileQueries } from '#projections/facilities/files.ts'
import { siteQueries } from '#projections/facilities/sites.ts'
import { visitQueries } from '#projections/facilities/visits.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import type { CategoryId, ClientId } from '#schemas/ids.ts'
import { type Scope, wholeTeam } from '#schemas/rights/scope.ts'
import { categoryWorld } from '#tests/support/category-world.ts'
import { everything, hashOf } from '#tests/support/core-world.ts'
import { moveEvents } from '#tests/support/move-events.ts'
import { newCategoryId, newClientId, newUserId } from '#tests/support/new-ids.ts'
import { projected } from '#tests/support/read-models.ts'

const page = { limit: 1000 }

/** Two clients: Acme with two sites, a visit and three files, and Zed with nothing. */
const startWith = () => {
  const world = everything()
  const zed = newClientId()
  const start = [...world.events, world.clientAdded('Zed', zed)]
  return { ...world, ...moveEvents(world.record, world.teamId), zed, start }
}

type World = ReturnType<typeof startWith>

/** The records within a scope, in short. */
const seenAfter = (events: readonly RecordedEvent[], scope: Scope) => {
  const db = projected(facilities, events)
  return {
    clients: clientQueries(db)
      .list(scope, page)
      .rows.map(({ name, site_count }) => [name, site_count]),
    sites: siteQueries(db)
      .list(scope, page)
      .rows.map(({ name, client_name, visit_count, file_count }) => [name, client_name, visit_count, file_count]),
    visits: visitQueries(db)
      .list(scope, page)
      .rows.map(({ site_name, client_name, file_count }) => [site_name, client_name, file_count]),
    files: fileQueries(db)
      .list(scope, page)
      .rows.map(({ site_name, client_name }) => [site_name, client_name]),
  }
}

describe('lists of clients, sites, visits and files', () => {
  test('hide records that are added below a deleted client', () => {
    const world = startWith()
    const scope = wholeTeam(world.teamId)
    const late = [
      world.clientDeleted(world.zed),
      world.siteAdded(world.zed, 'Late'),
      world.siteMoved(world.first, world.zed),
    ]
    const gone = [...world.start, ...late]

    expect(seenAfter(gone, scope).sites).toEqual([['Depot', 'Acme', 0, 1]])
    expect(seenAfter([...gone, world.clientRestored(world.zed)], scope).sites).toHaveLength(3)
  })

  test('show a file on another visit or none, and without the categories that it lost', () => {
    const world = startWith()
    const { teamId, record, visitId, drawn, undrawn } = world
    const fire = newCategoryId()
    const gas = newCategoryId()
    const ancestry = { siteId: world.first, clientId: world.clientId, bulkId: null, teamId }
    const tree = categoryWorld(record, teamId)
    const labelled = (categoryIds: CategoryId[]) =>
      record('one', 'FileCategoriesChanged', { fileId: drawn, teamId, bulkId: null, categoryIds })
    const filesOf = fileQueries(
      projected(facilities, [
        ...world.start,
        tree.added('Fire', fire),
        tree.added('Gas', gas, null, 1),
        record('one', 'FileVisitChanged', { ...ancestry, fileId: drawn, visitId: null }),
        record('two', 'FileVisitChanged', { ...ancestry, fileId: undrawn, visitId }),
        labelled([fire, gas]),
        labelled([gas]),
      ]),
    )

    expect(filesOf.list(wholeTeam(teamId), page, { visitId }).rows.map(({ id }) => id)).toEqual([undrawn])
    expect(filesOf.one(wholeTeam(teamId), drawn)).toMatchObject({ visit_id: null, categories: [{ id: gas }] })
    expect(filesOf.list(wholeTeam(teamId), { ...page, category: fire }).total).toBe(0)
  })

  test('show members with a scope of sites the number of their sites of a client', () => {
    const world = startWith()
    const scope = { teamId: world.teamId, clientId: world.clientId, siteIds: [world.first, world.second] }

    expect(seenAfter(world.start, scope).clients).toEqual([['Acme', 2]])
    expect(seenAfter([...world.start, world.siteDeleted(world.first)], scope).clients).toEqual([['Acme', 1]])
  })
})

describe('the thumbnail of a client', () => {
  const thumbnailAfter = (...happen: ((world: World, id: ClientId) => RecordedEvent)[]) => {
    const world = startWith()
    const events = [...world.start, ...happen.map((each) => each(world, world.clientId))]
    const row = clientQueries(projected(facilities, events)).one(wholeTeam(world.teamId), world.clientId)
    return [row?.thumbnail_state, row?.thumbnail_hash === null ? 'default' : 'own']
  }
  const set = (world: World, id: ClientId) => world.clientThumbnailSet(id)
  const removed = (world: World, id: ClientId) => world.clientThumbnailRemoved(id)
  const owner = (world: World, id: ClientId) => ({ kind: 'client', id, teamId: world.teamId }) as const
  const drawn = (world: World, id: ClientId) => world.pictureDrawn(owner(world, id))
  const refused = (world: World, id: ClientId) => world.pictureRefused(owner(world, id))
  const drawnOfAnother = (world: World, id: ClientId) => world.pictureDrawn(owner(world, id), hashOf('e'))

  test.each([
    ['is the default at first', [], ['none', 'default']],
    ['is awaited once it was sent', [set], ['pending', 'default']],
    ['is shown once it is drawn', [set, drawn], ['ready', 'own']],
    ['stays the former one while the next is drawn', [set, drawn, set], ['pending', 'own']],
    ['stays the former one where the next cannot be drawn', [set, drawn, set, refused], ['failed', 'own']],
    ['is the default again once it is removed', [set, drawn, removed], ['none', 'default']],
    ['is not what was removed before it was drawn', [set, removed, drawn], ['none', 'default']],
    ['is not what was replaced before it was drawn', [set, drawnOfAnother], ['pending', 'default']],
  ])('%s', (_, events, expected) => {
    expect(thumbnailAfter(...events)).toEqual(expected)
  })

  test('of a site follows the same rules', () => {
    const world = startWith()
    const owner = { kind: 'site', id: world.first, teamId: world.teamId } as const
    const events = [...world.start, world.siteThumbnailSet(world.first), world.pictureDrawn(owner)]

    const rows = siteQueries(projected(facilities, events)).list(wholeTeam(world.teamId), page).rows
    expect(rows.map(({ thumbnail_state }) => thumbnail_state)).toEqual(['none', 'ready'])
    const row = clientQueries(projected(facilities, events)).one(wholeTeam(world.teamId), world.clientId)
    expect(row?.thumbnail_state).toBe('none')
  })
})

describe('the live changes of clients and sites', () => {
  test('[STATE-12, STATE-13] are sent to members who see the records, a move to both sides', () => {
    const world = startWith()
    const { teamId, clientId, zed, first, second, drawn } = world
    const last = world.start.at(-1)?.position ?? ''
    const events = [
      ...world.start,
      world.clientRenamed(zed, 'Zeta'),
      world.clientThumbnailSet(clientId),
      world.pictureDrawn({ kind: 'client', id: clientId, teamId }),
      world.siteUpdated(second, 'Store', null),
      world.siteMoved(first, zed),
      world.thumbnailMade(drawn),
      world.siteDeleted(second),
    ]
    const ofAcme = [
      ['ClientThumbnailSet', clientId],
      ['PictureCropped', clientId],
      ['SiteUpdated', second],
      ['SiteMoved', first],
      ['SiteDeleted', second],
    ]
    const ofZed = [
      ['ClientRenamed', zed],
      ['SiteMoved', first],
      ['ThumbnailMade', drawn],
    ]

    const queries = changeQueries(projected(changes, events))
    const heard = (limits: Pick<Scope, 'clientId' | 'siteIds'>) =>
      queries.after(newUserId(), { teamId, ...limits }, last, 100).map(({ type, id }) => [type, id])

    expect(heard({ clientId, siteIds: null })).toEqual(ofAcme)
    expect(heard({ clientId: zed, siteIds: null })).toEqual(ofZed)
    expect(heard({ clientId, siteIds: [second] })).toEqual(ofAcme.filter(([, id]) => id !== first))
    expect(heard({ clientId: null, siteIds: null })).toHaveLength(7)
  })
})
