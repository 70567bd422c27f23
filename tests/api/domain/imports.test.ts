import { describe, expect, test } from 'vitest'
import { clientDecider } from '#api/domain/client.ts'
import { importsDecider, openRun } from '#api/domain/imports.ts'
import { siteDecider } from '#api/domain/site.ts'
import type { ImportEvent } from '#schemas/events/import.ts'
import { hashOf } from '#tests/support/core-world.ts'
import { deciding } from '#tests/support/decider.ts'
import { detailsOf } from '#tests/support/details.ts'
import { newClientId, newImportId, newSiteId, newTeamId } from '#tests/support/new-ids.ts'

const teamId = newTeamId()

describe('an imported client', () => {
  const given = deciding(clientDecider)
  const own = { clientId: newClientId(), teamId }
  const acme = detailsOf.client({ name: 'Acme' })
  const row = { type: 'ImportClient', ...own, ...acme, external_id: 'A-1' } as const
  const added = { type: 'ClientAdded', data: { ...own, ...acme, external_id: 'A-1' } } as const
  const idSet = (external_id: string | null) =>
    ({ type: 'ClientExternalIdSet', data: { ...own, external_id } }) as const

  test('is added with its external id, or without one', () => {
    given().decides(row, added)
    given().decides({ type: 'ImportClient', ...own, ...acme }, { type: 'ClientAdded', data: { ...own, ...acme } })
  })

  test('becomes what its row says, and nothing happens where it is that already', () => {
    const renamed = { type: 'ClientRenamed', data: { ...own, ...detailsOf.client({ name: 'Acme Ltd' }) } } as const

    given(added).ignores(row)
    given(added).decides({ ...row, name: 'Acme Ltd', external_id: 'A-2' }, renamed, idSet('A-2'))
    given(added).ignores({ type: 'ImportClient', ...own, ...acme })
    given(added, idSet('A-2')).decides({ ...row, external_id: null }, idSet(null))
  })

  test('of another team is not there', () => {
    given(added).refuses({ ...row, teamId: newTeamId() }, 'client-not-found')
  })
})

describe('an imported site', () => {
  const given = deciding(siteDecider)
  const own = { siteId: newSiteId(), teamId }
  const details = { clientId: newClientId(), ...detailsOf.site({ name: 'North' }) }
  const row = { type: 'ImportSite', ...own, ...details, external_id: 'S-1' } as const
  const added = { type: 'SiteAdded', data: { ...own, ...details, external_id: 'S-1' } } as const

  test('is added, and becomes what its row says: name, postcode, client and external id', () => {
    const elsewhere = newClientId()
    given().decides(row, added)
    given(added).ignores(row)
    given(added).decides(
      { ...row, postcode: 'SE1 2AB', clientId: elsewhere, external_id: 'S-2' },
      { type: 'SiteUpdated', data: { ...own, ...detailsOf.site({ name: 'North', postcode: 'SE1 2AB' }) } },
      { type: 'SiteMoved', data: { ...own, clientId: elsewhere } },
      { type: 'SiteExternalIdSet', data: { ...own, external_id: 'S-2' } },
    )
  })
})

describe('the imports of a team', () => {
  const given = deciding(importsDecider)
  const one = { importId: newImportId(), teamId }
  const file = { kind: 'sites', hash: hashOf('a'), createClients: false, columns: {} } as const
  const named = { kind: 'sites', fileName: 'sites.csv' } as const
  const started = { type: 'ImportStarted', data: { ...one, ...named, ...file, rows: 3 } } as const
  const counts = { created: 2, updated: 0, unchanged: 0, refused: 1, clientsCreated: 0 }
  const report = { ...one, ...counts, unknownColumns: [] }
  const finished = { type: 'ImportFinished', data: report } as const
  const undone = { type: 'ImportUndone', data: { ...one, ...named, deleted: 2, reverted: 0, kept: 0 } } as const
  const again = { type: 'StartImport', ...one, ...named, ...file, rows: 3 } as const
  const stateOf = (...events: ImportEvent[]) => events.reduce(importsDecider.evolve, importsDecider.initialState)

  test('a file that was broken off is the one to go on with, one that came to its end is not', () => {
    expect(openRun(stateOf(), file)).toBeUndefined()
    expect(openRun(stateOf(started), file)).toBe(one.importId)
    expect(openRun(stateOf(started), { ...file, hash: hashOf('b') })).toBeUndefined()
    expect(openRun(stateOf(started), { ...file, createClients: true })).toBeUndefined()
    expect(openRun(stateOf(started), { ...file, columns: { name: 'Firma' } })).toBeUndefined()
    expect(openRun(stateOf(started, finished), file)).toBeUndefined()
  })

  test('one that was stopped is still the one to go on with, and may be stopped again, until it has ended', () => {
    const stopped = { type: 'ImportStopped', data: { ...one, ...named } } as const
    const resumed = { type: 'ImportResumed', data: { ...one, ...named } } as const
    const stop = { type: 'StopImport', ...stopped.data } as const
    given(started).decides(stop, stopped)
    given(started, stopped).ignores(stop)
    expect(openRun(stateOf(started, stopped), file)).toBe(one.importId)
    given(started, stopped).decides(again, resumed)
    given(started, stopped, resumed).ignores(again)
    given(started, stopped, resumed).decides(stop, stopped)
    given(started, stopped).decides({ type: 'FinishImport', ...report }, finished)
    given(started, stopped).decides({ type: 'UndoImport', ...undone.data }, undone)
    given(started, finished).ignores(stop)
    given(started, undone).ignores(stop)
    given().refuses(stop, 'import-not-found')
  })

  test('each starts, ends and is undone once', () => {
    given().decides(again, started)
    given(started).decides({ type: 'FinishImport', ...report }, finished)
    given(started, finished).ignores({ type: 'FinishImport', ...report })
    given(started, finished).decides({ type: 'UndoImport', ...undone.data }, undone)
    given(started).decides({ type: 'UndoImport', ...undone.data }, undone)
    given(started, finished, undone).ignores({ type: 'UndoImport', ...undone.data })
    given(started, finished, undone).refuses(again, 'import-undone')
    given().refuses({ type: 'UndoImport', ...undone.data }, 'import-not-found')
  })
})
