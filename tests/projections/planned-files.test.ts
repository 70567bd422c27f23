import { expect, test } from 'vitest'
import { idOfRow } from '#api/imports/ids.ts'
import { imports } from '#projections/imports/imports.ts'
import { importQueries } from '#projections/imports/queries.ts'
import type { PlannedFile } from '#schemas/events/import.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import { FileId } from '#schemas/ids.ts'
import { hashOf } from '#tests/support/core-world.ts'
import { memoryLog } from '#tests/support/memory-log.ts'
import { newImportId, newSiteId, newTeamId } from '#tests/support/new-ids.ts'
import { contentsOf, projected } from '#tests/support/read-models.ts'
import { uploadedFile } from '#tests/support/uploaded-file.ts'

const record = memoryLog()
const teamId = newTeamId()
const importId = newImportId()
const one = { importId, teamId }
const siteId = newSiteId()
const via = { via: { kind: 'import', id: importId } as const }

const fileOf = (row: number, size: number): PlannedFile => {
  const days = { completed_at: null, expires_at: null }
  const names = { name: `${row}`, localFileName: `${row}.pdf` }
  return { row, ...names, ...days, siteId, visitId: null, categoryIds: [], size, hash: hashOf('a') }
}
const planned = (files: PlannedFile[], dropped: number[] = [], found: number[] = []) =>
  record('plan', 'ImportRowsPlanned', { ...one, files, dropped, found })
const came = (row: number) =>
  record(
    `file-${row}`,
    'FileUploaded',
    uploadedFile({ fileId: FileId.parse(idOfRow(importId, row)), teamId, siteId }),
    via,
  )
const counts = { created: 1, updated: 0, unchanged: 0, refused: 1, clientsCreated: 0, unknownColumns: [] }

const events: RecordedEvent[] = [
  record('imports', 'ImportStarted', {
    ...one,
    kind: 'files',
    fileName: null,
    hash: hashOf('a'),
    createClients: false,
    columns: {},
    rows: 5,
  }),
  planned([fileOf(1, 10), fileOf(2, 20), fileOf(3, 30), fileOf(4, 40)]),
  record('plan', 'ImportPlanned', { ...one, refused: 1, unknownColumns: ['Colour'] }),
  came(1),
  planned([], [], [2]),
  // A second plan takes neither away what came nor what is found.
  planned([fileOf(1, 11)], [1, 2, 3]),
]

test('the plan of a run says what is awaited, what came, and what was there, however often it is applied', () => {
  const db = projected(imports, events)
  const twice = projected(
    imports,
    events.flatMap((event) => [event, event]),
  )
  const queries = importQueries(db)

  expect(contentsOf(twice)).toEqual(contentsOf(db))
  expect(queries.planCounts(importId)).toEqual({ files: 3, done: 2, bytes: 70, doneBytes: 30, came: 1 })
  expect([1, 2, 3, 4].map((row) => queries.planned(importId, row)?.here)).toEqual(['came', 'found', undefined, null])
  expect(queries.planned(importId, 1)?.file).toEqual(fileOf(1, 10))
  expect(queries.planOf(importId)).toMatchObject({ plan_refused: 1, plan_unknown: '["Colour"]', done_before: 0 })
})

test('a run that has ended awaits nothing, and knows which of its files came', () => {
  const ended = record('imports', 'ImportFinished', { ...one, ...counts })
  const queries = importQueries(projected(imports, [...events, ended]))

  expect(queries.planned(importId, 4)).toBeUndefined()
  expect(queries.rowsThatCame(importId, 0, 10)).toEqual([1])
  expect(queries.planCounts(importId)).toMatchObject({ files: 2, came: 1 })
})

test('what was found and is gone is awaited again', () => {
  const queries = importQueries(projected(imports, [...events, planned([fileOf(2, 20)])]))

  expect(queries.planned(importId, 2)?.here).toBeNull()
})
