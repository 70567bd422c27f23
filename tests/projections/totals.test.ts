import { describe, expect, test } from 'vitest'
import { clientQueries, clients } from '#projections/clients.ts'
import { fileQueries, files } from '#projections/files.ts'
import { applyEvent, type Projection } from '#projections/projection.ts'
import type { ReadDb } from '#projections/read-db.ts'
import { siteQueries, sites } from '#projections/sites.ts'
import { visitQueries, visits } from '#projections/visits.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import type { Page } from '#schemas/page.ts'
import { type Scope, wholeTeam } from '#schemas/scope.ts'
import { everything } from '#tests/support/core-world.ts'
import { newTrashId } from '#tests/support/new-ids.ts'
import { placeChanges } from '#tests/support/place-changes.ts'
import { projected } from '#tests/support/read-models.ts'

const page = { limit: 1000 }

type Listed = [Projection, (db: ReadDb) => { list: (scope: Scope, page: { limit: number }) => Page<unknown> }]
const lists: Listed[] = [
  [clients, clientQueries],
  [sites, siteQueries],
  [visits, visitQueries],
  [files, fileQueries],
]

/** Everything that a list is counted by comes, goes, comes back and goes for ever. */
const history = () => {
  const world = everything()
  const { clientId, first, second, visitId, drawn } = world
  const { teamId, record } = world
  const its = placeChanges(record, teamId)
  const trashId = newTrashId()
  const visit = (type: 'VisitDeleted' | 'VisitRestored' | 'VisitPurged') =>
    record(`visit-${visitId}`, { type, data: { visitId, teamId, trashId } })
  const file = (type: 'FileDeleted' | 'FileRestored' | 'FilePurged') =>
    record(`file-${drawn}`, { type, data: { fileId: drawn, teamId, trashId } })
  const events: RecordedEvent[] = [
    ...world.events,
    file('FileDeleted'),
    visit('VisitDeleted'),
    its.siteDeleted(first),
    its.clientDeleted(clientId),
    file('FileRestored'),
    its.clientRestored(clientId),
    its.siteRestored(first),
    visit('VisitRestored'),
    visit('VisitPurged'),
    file('FilePurged'),
    its.siteDeleted(second),
    its.sitePurged(second),
    its.clientPurged(clientId),
  ]
  return { teamId, events }
}

describe('the number of rows in all', () => {
  test.each(lists)(
    'of a list is that of its rows after every event, each applied twice ($name)',
    (model, queriesOf) => {
      const { teamId, events } = history()
      const db = projected(model, [])
      const queries = queriesOf(db)

      for (const event of events) {
        applyEvent(model, db, event)
        applyEvent(model, db, event)
        const { rows, total } = queries.list(wholeTeam(teamId), page)
        expect([event.type, total]).toEqual([event.type, rows.length])
      }
      expect(queries.list(wholeTeam(teamId), page).total).toBe(0)
    },
  )
})
