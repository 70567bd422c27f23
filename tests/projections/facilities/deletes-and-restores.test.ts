import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Projection } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import { clientQueries } from '#projections/facilities/clients.ts'
import { facilities } from '#projections/facilities/facilities.ts'
import { fileQueries } from '#projections/facilities/files.ts'
import { siteQueries } from '#projections/facilities/sites.ts'
import { type TrashSight, trashQueries } from '#projections/facilities/trash-queries.ts'
import { visitQueries } from '#projections/facilities/visits.ts'
import { searchQueries } from '#projections/search/queries.ts'
import { search } from '#projections/search/search.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import { resources } from '#schemas/nouns.ts'
import type { Scope } from '#schemas/rights/scope.ts'
import { contentsOf, projected } from '#tests/support/read-models.ts'
import { kinds, recordsWalk, teamId } from '#tests/support/records-walk.ts'

const page = { limit: 1000 }

/** The read model after each event was applied twice, as after a crash. */
const after = (projection: Projection, events: readonly RecordedEvent[]) =>
  projected(
    projection,
    events.flatMap((event) => [event, event]),
  )

const rowsOf = <Row>({ rows, total }: { rows: readonly Row[]; total: number }): readonly Row[] => {
  expect(total).toBe(rows.length)
  return rows
}

/** What is listed, and what is found by each of these names. */
const told = (db: ReadDb, searched: ReadDb, scope: Scope, names: readonly string[]) => ({
  clients: rowsOf(clientQueries(db).list(scope, page)).map((row) => [row.id, row.name, row.site_count]),
  sites: rowsOf(siteQueries(db).list(scope, page)).map((row) => [
    row.id,
    row.name,
    row.client_name,
    row.visit_count,
    row.file_count,
  ]),
  visits: rowsOf(visitQueries(db).list(scope, page)).map((row) => [
    row.id,
    row.name,
    row.site_name,
    row.client_name,
    row.file_count,
  ]),
  files: rowsOf(fileQueries(db).list(scope, page)).map((row) => [
    row.id,
    row.name,
    row.site_name,
    row.client_name,
    row.visit_name,
  ]),
  found: names.flatMap((name) =>
    kinds.flatMap((kind) =>
      (searchQueries(searched).find(scope, kind, name, page)?.rows ?? []).map(({ id }) => [`${name} ${id}`]),
    ),
  ),
})

/** The entries of the trash, what is in each, and which are found by the name of one record in it. */
const toldOfTrash = (db: ReadDb, sight: TrashSight) => {
  const queries = trashQueries(db)
  const named = (search: string) => rowsOf(queries.list(sight, page, { search })).map(({ id }) => id)
  return rowsOf(queries.list(sight, page)).map((row) => {
    const records = rowsOf(queries.contents(sight, row.id, page))
    const ids = records.map(({ id }) => id).toSorted()
    const found = named(records.find(({ id }) => id === ids[0])?.name ?? '')
    return [row.id, row.resource, row.record_id, row.contents, ids, found]
  })
}

const sorted = (lists: Record<string, readonly (readonly unknown[])[]>) =>
  Object.fromEntries(
    Object.entries(lists).map(([name, rows]) => [
      name,
      rows.toSorted((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1)),
    ]),
  )

test('lists, counts, names, searches and trash agree with a simple model after random changes (D-10, D-76)', () => {
  const walks = fc.array(fc.tuple(fc.nat(17), fc.nat(1000), fc.nat(1000)), {
    minLength: 30,
    maxLength: 120,
    size: 'max',
  })
  fc.assert(
    fc.property(walks, (walk) => {
      const { steps, events, expected, trash, purged, clients, names } = recordsWalk()
      // A client with a site, a visit and a file on it, and then anything.
      for (let step = 0; step < 4; step += 1) steps[step]?.(0, 1)
      for (const [step, by, and] of walk) steps[step]?.(by, and)
      const db = after(facilities, events)
      const searched = after(search, events)
      for (const limit of [null, ...clients().slice(0, 1)]) {
        const scope = { teamId, clientId: limit?.id ?? null, siteIds: null }
        expect(sorted(told(db, searched, scope, names()))).toEqual(sorted(expected(limit)))
        const sight = { scope, resources, now: new Date('2026-04-01T00:00:00Z') }
        expect(sorted({ entries: toldOfTrash(db, sight) })).toEqual(sorted({ entries: trash(limit) }))
      }
      const left: Record<string, unknown[]> = { ...contentsOf(db), searched: searched.all('SELECT id FROM items') }
      const ids = [...kinds, 'searched'].flatMap((table) => left[table] ?? []).map((row) => (row as { id: string }).id)
      expect(ids.filter((id) => purged.includes(id))).toEqual([])
      db.close()
      searched.close()
    }),
    { numRuns: 25 },
  )
})
