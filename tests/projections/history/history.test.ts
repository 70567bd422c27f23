import { describe, expect, test } from 'vitest'
import { history } from '#projections/history/history.ts'
import { historyQueries } from '#projections/history/queries.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import { TrashId } from '#schemas/ids.ts'
import { plainMembership } from '#schemas/rights/membership.ts'
import { type Scope, wholeTeam } from '#schemas/rights/scope.ts'
import { coreWorld } from '#tests/support/core-world.ts'
import { detailsOf } from '#tests/support/details.ts'
import {
  newCategoryId,
  newClientId,
  newCommandId,
  newFileId,
  newSiteId,
  newTeamId,
  newUserId,
  newVisitId,
} from '#tests/support/new-ids.ts'
import { contentsOf, projected } from '#tests/support/read-models.ts'

const page = { limit: 100 }
const trashId = TrashId.parse(newCommandId())

const historyOf = (events: readonly RecordedEvent[]) => historyQueries(projected(history, events))
const summaries = (events: readonly RecordedEvent[], scope: Scope) =>
  historyOf(events)
    .list({ scope, hidden: [] }, {}, page)
    .rows.map(({ summary }) => summary)

/** Two clients, the first with two sites, a visit and files. */
const world = () => {
  const core = coreWorld()
  const acme = newClientId()
  const beta = newClientId()
  const dock = newSiteId()
  const yard = newSiteId()
  const visit = newVisitId()
  const plan = newFileId()
  const before = [
    core.record('team', 'TeamCreated', {
      teamId: core.teamId,
      ownerId: core.userId,
      name: 'Us',
      slug: 'us',
      trialEndsAt: '2026-04-01T00:00:00Z',
    }),
    core.clientAdded('Acme', acme),
    core.clientAdded('Beta', beta),
    core.siteAdded(acme, 'Dock 4', dock),
    core.siteAdded(acme, 'Yard', yard),
    core.visitAdded(dock, acme, '2026-03-01', visit),
    core.fileUploaded(dock, acme, { fileId: plan, visitId: visit, name: 'Plan' }),
    core.fileUploaded(yard, acme, { name: 'Photo' }),
  ]
  return { ...core, acme, beta, dock, yard, visit, plan, before, scope: wholeTeam(core.teamId) }
}

describe('the history of a team', () => {
  test('lists new records, newest first, with the names of their ancestors', () => {
    const { before, scope } = world()

    expect(summaries(before, scope)).toEqual([
      'Uploaded the file Photo to the site Yard',
      'Uploaded the file Plan to the site Dock 4',
      'Added the visit Visit of 2026-03-01 to the site Dock 4',
      'Added the site Yard to the client Acme',
      'Added the site Dock 4 to the client Acme',
      'Added the client Beta',
      'Added the client Acme',
      'Founded the team Us',
    ])
  })

  test('gives each changed field before and after, and keeps the names of that time', () => {
    const { record, before, acme, beta, dock, teamId, scope } = world()
    const events = [
      ...before,
      record('site', 'SiteUpdated', {
        siteId: dock,
        teamId,
        ...detailsOf.site({ name: 'Dock 5', postcode: 'AB1 2CD' }),
      }),
      record('site', 'SiteMoved', { siteId: dock, teamId, clientId: beta }),
      record('client', 'ClientRenamed', { clientId: acme, teamId, ...detailsOf.client({ name: 'Acme Ltd' }) }),
    ]

    const { rows } = historyOf(events).list({ scope, hidden: [] }, {}, { limit: 3 })

    expect(rows).toMatchObject([
      {
        type: 'ClientRenamed',
        resource: 'clients',
        id: acme,
        summary: 'Renamed the client Acme to Acme Ltd',
        changes: [{ field: 'name', from: 'Acme', to: 'Acme Ltd' }],
      },
      {
        summary: 'Moved the site Dock 5 from Acme to Beta',
        changes: [{ field: 'client', from: 'Acme', to: 'Beta' }],
      },
      {
        summary: 'Renamed the site Dock 4 to Dock 5 and changed its postcode',
        changes: [
          { field: 'name', from: 'Dock 4', to: 'Dock 5' },
          { field: 'postcode', from: null, to: 'AB1 2CD' },
        ],
      },
    ])
  })

  test('counts the records deleted with a record, without those deleted before', () => {
    const { record, before, acme, yard, teamId, scope } = world()
    const events = [
      ...before,
      record('site', 'SiteDeleted', { siteId: yard, teamId, trashId }),
      record('client', 'ClientDeleted', { clientId: acme, teamId, trashId }),
      record('client', 'ClientRestored', { clientId: acme, teamId, trashId }),
    ]

    expect(summaries(events, scope).slice(0, 3)).toEqual([
      'Restored the client Acme with 1 site, 1 visit and 1 file from the trash',
      'Deleted the client Acme with 1 site, 1 visit and 1 file',
      'Deleted the site Yard with 1 file',
    ])
    // Whoever sees some of the sites is not entries how much there was in the others (D-57).
    expect(summaries(events, { ...scope, clientId: acme, siteIds: [yard] }).slice(0, 3)).toEqual([
      'Restored the client Acme from the trash',
      'Deleted the client Acme',
      'Deleted the site Yard with 1 file',
    ])
  })

  test('of a record includes changes of its ancestors, and remains after the purge of the record', () => {
    const { record, before, acme, dock, visit, plan, teamId, scope } = world()
    const events = [
      ...before,
      record('client', 'ClientDeleted', { clientId: acme, teamId, trashId }),
      record('client', 'ClientPurged', { clientId: acme, teamId, trashId }),
    ]
    const entries = historyOf(events)
    const of = (resource: 'sites' | 'visits' | 'files', id: string) =>
      entries.list({ scope, hidden: [] }, { resource, id }, page).rows.map(({ type }) => type)

    expect(of('sites', dock)).toEqual(['ClientPurged', 'ClientDeleted', 'SiteAdded'])
    expect(of('visits', visit)).toEqual(['ClientPurged', 'ClientDeleted', 'VisitAdded'])
    expect(of('files', plan)).toEqual(['ClientPurged', 'ClientDeleted', 'FileUploaded'])
  })

  test('has one entry for a command about many records, and names each in its changes', () => {
    const { record, before, plan, teamId, fileUploaded, yard, acme, scope } = world()
    const photo = newFileId()
    const fire = newCategoryId()
    const water = newCategoryId()
    const one = { commandId: newCommandId() }
    const added = (categoryId: typeof fire, name: string) =>
      record('tree', 'CategoryAdded', {
        teamId,
        categoryId,
        parentId: null,
        index: 0,
        ...detailsOf.category({ name, slug: name.toLowerCase() }),
      })
    const categorized = (fileId: typeof plan, name: typeof fire) =>
      record(`file-${fileId}`, 'FileCategoriesChanged', { fileId, teamId, bulkId: null, categoryIds: [name] }, one)
    const events = [
      ...before,
      fileUploaded(yard, acme, { fileId: photo, name: 'Roof' }),
      added(fire, 'Fire'),
      added(water, 'Water'),
      categorized(plan, fire),
      categorized(photo, water),
    ]
    const entries = historyOf(events)

    const [entry] = entries.list({ scope, hidden: [] }, {}, page).rows
    const [own] = entries.list({ scope, hidden: [] }, { resource: 'files', id: photo }, page).rows

    expect(entry).toMatchObject({
      summary: 'Changed the categories of 2 files',
      changes: [
        { record: 'Plan', field: 'categories', from: null, to: 'Fire' },
        { record: 'Roof', field: 'categories', from: null, to: 'Water' },
      ],
    })
    expect(own).toMatchObject({ changes: [{ field: 'categories', from: null, to: 'Water' }] })
  })

  test('keeps interleaved commands apart, and counts the records of each', () => {
    const { record, before, acme, teamId, scope } = world()
    const one = { commandId: newCommandId() }
    const another = { commandId: newCommandId() }
    const added = (name: string, command: typeof one) => {
      const siteId = newSiteId()
      const data = { siteId, teamId, clientId: acme, ...detailsOf.site({ name }) }
      return record(`site-${siteId}`, 'SiteAdded', data, command)
    }
    const events = [added('A', one), added('B', another), added('C', one), added('D', another), added('E', one)]

    expect(summaries([...before, ...events], scope).slice(0, 2)).toEqual(['Added 2 sites', 'Added 3 sites'])
  })

  test('is filtered by record, by actor, by way, and by time', () => {
    const { record, clientAdded, teamId, scope } = world()
    const ann = newUserId()
    const bob = newUserId()
    const clientId = newClientId()
    const events = [
      clientAdded('Before', newClientId()),
      record(
        'client',
        'ClientAdded',
        { clientId, teamId, ...detailsOf.client({ name: 'Mine' }) },
        { actor: ann, at: '2026-04-01T10:00:00.000Z', via: { kind: 'import', id: 'sites.csv' } },
      ),
      record(
        'client',
        'ClientRenamed',
        { clientId, teamId, ...detailsOf.client({ name: 'Ours' }) },
        { actor: bob, at: '2026-04-02T10:00:00.000Z' },
      ),
    ]
    const entries = historyOf(events)
    const types = (filter: Parameters<typeof entries.list>[1]) =>
      entries.list({ scope, hidden: [] }, filter, page).rows.map(({ type, actor }) => [type, actor?.id])

    expect(types({ actor: ann })).toEqual([['ClientAdded', ann]])
    expect(types({ via: 'import' })).toEqual([['ClientAdded', ann]])
    expect(types({ via: 'oauth' })).toEqual([])
    expect(types({ resource: 'clients', id: clientId })).toEqual([
      ['ClientRenamed', bob],
      ['ClientAdded', ann],
    ])
    expect(types({ from: '2026-04-01T10:00:00.000Z', before: '2026-04-02T10:00:00.000Z' })).toEqual([
      ['ClientAdded', ann],
    ])
    expect(types({ resource: 'sites' })).toEqual([])
  })
})

describe('a member with a limited scope', () => {
  test('sees no entry about a client or a site outside the scope (D-57)', () => {
    const { record, before, acme, beta, dock, teamId, scope } = world()
    const events = [
      ...before,
      record('site', 'SiteMoved', { siteId: dock, teamId, clientId: beta }),
      record('client', 'ClientRenamed', { clientId: beta, teamId, ...detailsOf.client({ name: 'Beta Ltd' }) }),
    ]

    expect(summaries(events, { ...scope, clientId: beta })).toEqual([
      'Renamed the client Beta to Beta Ltd',
      'Added the client Beta',
      'Founded the team Us',
    ])
    expect(summaries(events, { ...scope, clientId: acme, siteIds: [dock] })).toEqual([
      'Uploaded the file Plan to the site Dock 4',
      'Added the visit Visit of 2026-03-01 to the site Dock 4',
      'Added the site Dock 4 to the client Acme',
      'Added the client Acme',
      'Founded the team Us',
    ])
    expect(summaries(events, wholeTeam(newTeamId()))).toEqual([])
  })

  test('sees no noun that is hidden from them', () => {
    const { before, scope } = world()

    const { rows } = historyOf(before).list({ scope, hidden: ['files', 'clients'] }, {}, page)

    expect(rows.map(({ resource }) => resource)).toEqual(['visits', 'sites', 'sites', 'teams'])
  })
})

describe('people in the history', () => {
  const registered = (record: ReturnType<typeof coreWorld>['record'], userId: ReturnType<typeof newUserId>) =>
    record(`user-${userId}`, 'UserRegistered', { userId, name: 'Bob', email: 'bob@example.com', passwordHash: 'x' })

  test('have their present name, and no name once they are erased (D-90)', () => {
    const { record, teamId, scope } = world()
    const bob = newUserId()
    const ann = newUserId()
    const events = [
      registered(record, bob),
      record('team', 'MemberJoined', { teamId, userId: bob, ...plainMembership('editor') }, { actor: bob }),
      record('team', 'MemberRemoved', { teamId, userId: bob, removedBy: ann, reason: null }, { actor: ann }),
    ]
    const renamed = record(`user-${bob}`, 'ContactUpdated', { userId: bob, name: 'Robert', email: 'bob@example.com' })
    const gone = record(`user-${bob}`, 'PersonErased', { userId: bob, addressedIds: [] })

    expect(summaries([...events, renamed], scope)).toEqual(['Removed the member Robert', 'Robert joined the team'])
    expect(summaries([...events, renamed, gone], scope)).toEqual([
      'Removed the member erased person',
      'erased person joined the team',
    ])
    expect(JSON.stringify(contentsOf(projected(history, [...events, renamed, gone])))).not.toMatch(/Bob|Robert|example/)
  })

  test('who found a team and register have one entry, which belongs to the team', () => {
    const { record, teamId, userId, scope } = world()
    const one = { commandId: newCommandId() }
    const data = { teamId, ownerId: userId, name: 'Us', slug: 'us', trialEndsAt: '2026-04-01T00:00:00Z' }
    const events = [
      record('team', 'TeamCreated', data, one),
      record('team', 'MemberJoined', { teamId, userId, ...plainMembership('owner') }, one),
      record(`user-${userId}`, 'UserRegistered', { userId, name: 'Ann', email: 'a', passwordHash: 'x' }, one),
    ]

    const everything = historyOf(events).list({ scope: null, hidden: [] }, {}, page)

    expect(summaries(events, scope)).toEqual(['Founded the team Us'])
    expect(everything.total).toBe(1)
  })
})

test('a moved visit moves its files, and their history has an entry for it', () => {
  const { record, before, yard, acme, visit, plan, teamId, scope } = world()
  const moved = record('visit', 'VisitMoved', { visitId: visit, teamId, siteId: yard, clientId: acme })
  const updated = record('visit', 'VisitUpdated', {
    visitId: visit,
    teamId,
    ...detailsOf.visit({ name: 'Check', started_at: '2026-03-01', ended_at: '2026-03-02' }),
  })

  const entries = historyOf([...before, moved, updated])

  expect(entries.list({ scope, hidden: [] }, { resource: 'files', id: plan }, page).rows[0]).toMatchObject({
    summary: 'Moved the visit Visit of 2026-03-01 from Dock 4 to Yard',
  })
  expect(entries.list({ scope, hidden: [] }, {}, page).rows[0]).toMatchObject({
    summary: 'Renamed the visit Visit of 2026-03-01 to Check and changed its end date',
    changes: [
      { field: 'name', from: 'Visit of 2026-03-01', to: 'Check' },
      { field: 'ended_at', from: '01/03/2026', to: '02/03/2026' },
    ],
  })
})
