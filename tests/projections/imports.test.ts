import { describe, expect, test } from 'vitest'
import { imports } from '#projections/imports/imports.ts'
import { importQueries } from '#projections/imports/queries.ts'
import type { ClientId, ImportId } from '#schemas/ids.ts'
import { importKey } from '#schemas/text/folded-text.ts'
import { coreWorld, hashOf } from '#tests/support/core-world.ts'
import { detailsOf } from '#tests/support/details.ts'
import { memoryLog } from '#tests/support/memory-log.ts'
import { newClientId, newImportId, newSiteId, newTeamId, newTrashId } from '#tests/support/new-ids.ts'
import { contentsOf, projected } from '#tests/support/read-models.ts'

const record = memoryLog()
const world = coreWorld(record)
const { teamId } = world
const byRun = (id: ImportId) => ({ via: { kind: 'import', id } as const })

const client = (name: string, run?: ImportId, external_id?: string) => {
  const clientId = newClientId()
  const data = { clientId, teamId, ...detailsOf.client({ name }), ...(external_id ? { external_id } : {}) }
  const event = record(`client-${clientId}`, 'ClientAdded', data, run ? byRun(run) : {})
  return { clientId, event }
}

const site = (clientId: ClientId, name: string, run?: ImportId, external_id?: string) => {
  const siteId = newSiteId()
  const data = { siteId, teamId, clientId, ...detailsOf.site({ name }), ...(external_id ? { external_id } : {}) }
  const event = record(`site-${siteId}`, 'SiteAdded', data, run ? byRun(run) : {})
  return { siteId, event }
}

describe('the records that rows of an import match', () => {
  const acme = client('Acme  Ltd', undefined, 'A-1')
  const north = site(acme.clientId, 'North', undefined, 'S-1')
  const idSet = record(`client-${acme.clientId}`, 'ClientExternalIdSet', {
    clientId: acme.clientId,
    teamId,
    external_id: 'A-2',
  })

  test('are clients and sites of the team, found by external id and by name, ignoring case and spaces', () => {
    const queries = importQueries(projected(imports, [acme.event, north.event, idSet]))

    expect(queries.byExternalId(teamId, 'clients', 'A-1')).toBeUndefined()
    expect(queries.byExternalId(teamId, 'clients', 'A-2')).toMatchObject({ id: acme.clientId, external_id: 'A-2' })
    expect(queries.byName(teamId, 'clients', importKey('ACME ltd'), null)).toHaveLength(1)
    expect(queries.byName(teamId, 'sites', importKey('north'), acme.clientId)).toMatchObject([{ id: north.siteId }])
    expect(queries.byName(teamId, 'sites', importKey('north'), newClientId())).toEqual([])
    expect(queries.record(teamId, 'sites', north.siteId)).toMatchObject({ clientId: acme.clientId, name: 'North' })
    expect(queries.byExternalId(newTeamId(), 'clients', 'A-2')).toBeUndefined()
  })

  test('do not include records in the trash, by themselves or with their client', () => {
    const trash = { teamId, trashId: newTrashId() }
    const gone = record(`client-${acme.clientId}`, 'ClientDeleted', { clientId: acme.clientId, ...trash })
    const back = record(`client-${acme.clientId}`, 'ClientRestored', { clientId: acme.clientId, ...trash })
    const events = [acme.event, north.event, gone]

    const [without, restored] = [events, [...events, back]].map((each) => importQueries(projected(imports, each)))

    expect(without?.byExternalId(teamId, 'sites', 'S-1')).toBeUndefined()
    expect(without?.record(teamId, 'clients', acme.clientId)).toBeUndefined()
    expect(restored?.byExternalId(teamId, 'sites', 'S-1')).toMatchObject({ id: north.siteId })
  })
})

describe('the changes of a run', () => {
  test('are stored with the values before, and marked when somebody has changed the record since', () => {
    const importId = newImportId()
    const old = client('Old')
    const { clientId: id } = old
    const valued = record(`client-${id}`, 'ClientRenamed', {
      clientId: id,
      teamId,
      ...detailsOf.client({ name: 'Old', fields: { 'f-1': 'old' } }),
    })
    const renamed = record(
      `client-${old.clientId}`,
      'ClientRenamed',
      { clientId: old.clientId, teamId, ...detailsOf.client({ name: 'New', fields: { 'f-1': null, 'f-2': 'new' } }) },
      byRun(importId),
    )
    const made = client('Made', importId)
    const [touchedSince, withVisit, untouched] = ['A', 'B', 'C'].map((name) => site(made.clientId, name, importId))
    if (!touchedSince || !withVisit || !untouched) throw new Error('three sites')
    const edited = record(`site-${touchedSince.siteId}`, 'SiteUpdated', {
      siteId: touchedSince.siteId,
      teamId,
      ...detailsOf.site({ name: 'A2' }),
    })
    const visit = world.visitAdded(withVisit.siteId, made.clientId, '2026-03-01')
    const events = [
      old.event,
      valued,
      renamed,
      made.event,
      touchedSince.event,
      withVisit.event,
      untouched.event,
      edited,
      visit,
    ]

    const db = projected(imports, events)
    const queries = importQueries(db)

    expect(queries.counts(importId, 'clients')).toEqual({ created: 1, updated: 1 })
    expect(queries.changeOf(importId, 'sites', untouched.siteId)).toBe('created')
    const clients = queries.touched(importId, 'clients', '', 10)
    expect(clients.find(({ id }) => id === old.clientId)).toMatchObject({
      change: 'updated',
      worked: false,
      before: { name: 'Old', external_id: null, fields: { 'f-1': 'old' } },
      fields: { 'f-2': 'new' },
    })
    // Its sites were worked on, so it cannot go either.
    expect(clients.find(({ id }) => id === made.clientId)).toMatchObject({ change: 'created', worked: true })
    const sites = queries.touched(importId, 'sites', '', 10)
    expect(sites.filter(({ worked }) => worked).map(({ name }) => name)).toEqual(['A2', 'B'])
    const twice = projected(
      imports,
      events.flatMap((event) => [event, event]),
    )
    expect(contentsOf(twice)).toEqual(contentsOf(db))
  })

  test('are those of a run that is stopped until it goes on', () => {
    const importId = newImportId()
    const named = { kind: 'clients', fileName: 'a.csv' } as const
    const wish = { hash: hashOf('a'), createClients: false, columns: {} }
    const started = record('imports', 'ImportStarted', { importId, teamId, ...named, ...wish, rows: 4 })
    const [first, second] = ['2026-11-20T10:00:00.000Z', '2026-11-21T10:00:00.000Z'].map((at) =>
      record('imports', 'ImportStopped', { importId, teamId, ...named }, { at }),
    )
    if (!first || !second) throw new Error('two stops')
    const resumed = record('imports', 'ImportResumed', { importId, teamId, ...named })
    const stoppedAt = (...events: (typeof started)[]) => importQueries(projected(imports, events)).stoppedAt(importId)

    expect(stoppedAt()).toBeNull()
    expect(stoppedAt(started)).toBeNull()
    expect(stoppedAt(started, first)).toBe(first.metadata.at)
    expect(stoppedAt(started, first, resumed)).toBeNull()
    expect(stoppedAt(started, first, resumed, second)).toBe(second.metadata.at)
    expect(importQueries(projected(imports, [started, first])).one(teamId, importId)).toMatchObject({
      stopped_at: first.metadata.at,
      finished_at: null,
      report: null,
    })
  })

  test('and its report belong to its team', () => {
    const importId = newImportId()
    const counts = { created: 2, updated: 0, unchanged: 1, refused: 1, clientsCreated: 0 }
    const refusals = [
      { row: 3, external_id: null, errors: { name: ['The name field is required.'] }, cells: { name: '' } },
    ]
    const queries = importQueries(
      projected(imports, [
        record('imports', 'ImportStarted', {
          importId,
          teamId,
          kind: 'clients',
          fileName: 'a.csv',
          hash: hashOf('a'),
          createClients: false,
          columns: { name: 'Firma' },
          rows: 4,
        }),
        record('imports', 'ImportFinished', { importId, teamId, ...counts, unknownColumns: ['Colour'] }),
        record('rows', 'ImportRowsRefused', { importId, teamId, refusals }),
      ]),
    )

    expect(queries.one(teamId, importId)).toMatchObject({
      file_name: 'a.csv',
      columns: { name: 'Firma' },
      rows: 4,
      report: { ...counts, unknownColumns: ['Colour'] },
      undone: null,
    })
    expect(queries.refused(importId, { limit: 10 })).toEqual({ rows: refusals, total: 1, next: null })
    expect(queries.list(teamId, { limit: 10 })).toMatchObject({ total: 1, rows: [{ id: importId }] })
    expect(queries.one(newTeamId(), importId)).toBeUndefined()
  })
})
