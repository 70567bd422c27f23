import { describe, expect, test } from 'vitest'
import { changeQueries, changes } from '#projections/changes/changes.ts'
import { clientQueries } from '#projections/facilities/clients.ts'
import { facilities } from '#projections/facilities/facilities.ts'
import { fileQueries } from '#projections/facilities/files.ts'
import { siteQueries } from '#projections/facilities/sites.ts'
import { visitQueries } from '#projections/facilities/visits.ts'
import { wholeTeam } from '#schemas/rights/scope.ts'
import { coreWorld, everything, hashOf } from '#tests/support/core-world.ts'
import { newClientId, newSiteId, newTeamId, newUserId } from '#tests/support/new-ids.ts'
import { projected } from '#tests/support/read-models.ts'

const page = { limit: 1000 }

describe('the list of clients', () => {
  test('is sorted by name without case and accents, with the number of sites', () => {
    const world = coreWorld()
    const zoe = newClientId()
    const eva = newClientId()
    const abe = newClientId()
    const clientsOf = clientQueries(
      projected(facilities, [
        world.clientAdded('zoe', zoe),
        world.clientAdded('Éva', eva),
        world.clientAdded('Abe', abe),
        world.siteAdded(eva, 'North'),
        world.siteAdded(eva, 'South'),
      ]),
    )

    const { rows, total } = clientsOf.list(wholeTeam(world.teamId), page)

    expect(rows).toMatchObject([
      { id: abe, name: 'Abe', site_count: 0, revision: '0' },
      { id: eva, name: 'Éva', site_count: 2 },
      { id: zoe, name: 'zoe', site_count: 0 },
    ])
    expect(total).toBe(3)
  })

  test('of one team holds no records of another', () => {
    const world = coreWorld()
    const theirs = newClientId()
    const other = newTeamId()
    const clientsOf = clientQueries(projected(facilities, [world.clientAdded('Theirs', theirs, other)]))

    expect(clientsOf.list(wholeTeam(world.teamId), page)).toMatchObject({ rows: [], total: 0 })
    expect(clientsOf.one(wholeTeam(world.teamId), theirs)).toBeUndefined()
    expect(clientsOf.one(wholeTeam(other), theirs)?.name).toBe('Theirs')
  })
})

describe('the list of sites', () => {
  test('is sorted by name, with the client and the number of visits and files', () => {
    const { events, teamId, clientId, first, second } = everything()
    const sitesOf = siteQueries(projected(facilities, events))

    expect(sitesOf.list(wholeTeam(teamId), page).rows).toMatchObject([
      { id: second, name: 'Depot', client_id: clientId, client_name: 'Acme', visit_count: 0, file_count: 1 },
      { id: first, name: 'North plant', client_name: 'Acme', visit_count: 1, file_count: 2 },
    ])
    expect(sitesOf.list(wholeTeam(teamId), page, { clientId }).total).toBe(2)
    expect(sitesOf.list(wholeTeam(teamId), page, { clientId: newClientId() }).total).toBe(0)
    expect(sitesOf.one(wholeTeam(newTeamId()), first)).toBeUndefined()
  })
})

describe('the list of visits', () => {
  test('is sorted by date, latest first, with the names of site and client and the number of files', () => {
    const world = everything()
    const later = world.visitAdded(world.second, world.clientId, '2026-04-01')
    const visitsOf = visitQueries(projected(facilities, [...world.events, later]))
    const scope = wholeTeam(world.teamId)

    expect(visitsOf.list(scope, page).rows).toMatchObject([
      { site_name: 'Depot', started_at: '2026-04-01', file_count: 0 },
      { id: world.visitId, site_name: 'North plant', client_name: 'Acme', started_at: '2026-03-01', file_count: 1 },
    ])
    expect(visitsOf.list(scope, page, { siteId: world.first }).rows.map(({ id }) => id)).toEqual([world.visitId])
    expect(visitsOf.list(scope, page, { clientId: world.clientId }).total).toBe(2)
    expect(visitsOf.list(scope, page, { siteId: newSiteId() }).total).toBe(0)
    expect(visitsOf.one(wholeTeam(newTeamId()), world.visitId)).toBeUndefined()
  })
})

describe('the list of files', () => {
  test('is sorted newest first, with its ancestors and the state of its thumbnail', () => {
    const { events, teamId, clientId, first, second, visitId, drawn, undrawn } = everything()
    const filesOf = fileQueries(projected(facilities, events))
    const scope = wholeTeam(teamId)

    expect(filesOf.list(scope, page).rows).toMatchObject([
      { site_id: second, thumbnail_state: 'pending', thumbnail_hash: null, revision: '0' },
      { id: undrawn, visit_id: null, visit_name: null, thumbnail_state: 'failed', revision: '0' },
      {
        id: drawn,
        visit_id: visitId,
        visit_name: 'Visit of 2026-03-01',
        thumbnail_state: 'ready',
        thumbnail_version: '1',
        client_name: 'Acme',
        revision: '0',
      },
    ])
    expect(filesOf.list(scope, page, { clientId }).total).toBe(3)
    expect(filesOf.list(scope, page, { siteId: first }).rows.map(({ id }) => id)).toEqual([undrawn, drawn])
    expect(filesOf.list(scope, page, { visitId }).rows.map(({ id }) => id)).toEqual([drawn])
    expect(filesOf.one(wholeTeam(newTeamId()), drawn)).toBeUndefined()
  })

  test('ignores a thumbnail of content that the file does not have', () => {
    const world = everything()
    const stale = world.thumbnailFailed(world.drawn, hashOf('c'))
    const filesOf = fileQueries(projected(facilities, [...world.events, stale]))

    expect(filesOf.one(wholeTeam(world.teamId), world.drawn)?.thumbnail_state).toBe('ready')
  })
})

describe('the changes of a team', () => {
  test('are listed after a position in the log, oldest first, up to a limit', () => {
    const { events, teamId, clientId, first } = everything()
    const changesOf = changeQueries(projected(changes, events))
    const [start = ''] = events.map(({ position }) => position)

    expect(changesOf.after(newUserId(), wholeTeam(teamId), '0', 2)).toMatchObject([
      { type: 'ClientAdded', resource: 'clients', id: clientId, position: start },
      { type: 'SiteAdded', resource: 'sites', id: first },
    ])
    expect(changesOf.after(newUserId(), wholeTeam(teamId), start, 100).map(({ type }) => type)).toEqual(
      events.slice(1).map(({ type }) => type),
    )
    expect(changesOf.after(newUserId(), wholeTeam(newTeamId()), '0', 100)).toEqual([])
  })

  test('keep their exact position, also beyond the safe integers', () => {
    const { events, teamId } = everything()
    const [event] = events
    const far = '9007199254740993'
    const changesOf = changeQueries(projected(changes, event ? [{ ...event, position: far }] : []))

    expect(
      changesOf.after(newUserId(), wholeTeam(teamId), '9007199254740992', 10).map(({ position }) => position),
    ).toEqual([far])
    expect(changesOf.after(newUserId(), wholeTeam(teamId), far, 10)).toEqual([])
  })
})
