import { describe, expect, test } from 'vitest'
import { applyEvent } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import { clientQueries } from '#projections/facilities/clients.ts'
import { facilities } from '#projections/facilities/facilities.ts'
import { fileQueries } from '#projections/facilities/files.ts'
import { siteQueries } from '#projections/facilities/sites.ts'
import { visitQueries } from '#projections/facilities/visits.ts'
import type { Page } from '#schemas/calls/page.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import { type Scope, wholeTeam } from '#schemas/rights/scope.ts'
import { everything } from '#tests/support/core-world.ts'
import { moveEvents } from '#tests/support/move-events.ts'
import { newTrashId } from '#tests/support/new-ids.ts'
import { projected } from '#tests/support/read-models.ts'

const page = { limit: 1000 }

type Listed = [string, (db: ReadDb) => { list: (scope: Scope, page: { limit: number }) => Page<unknown> }]
const lists: Listed[] = [
  ['clients', clientQueries],
  ['sites', siteQueries],
  ['visits', visitQueries],
  ['files', fileQueries],
]

/** Everything that a list is counted by comes, goes, comes back and goes for ever. */
const history = () => {
  const world = everything()
  const { clientId, first, second, visitId, drawn } = world
  const { teamId, record } = world
  const its = moveEvents(record, teamId)
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

describe('the total', () => {
  test.each(lists)('of a list is the number of its rows after every event, each applied twice (%s)', (_, queriesOf) => {
    const { teamId, events } = history()
    const db = projected(facilities, [])
    const queries = queriesOf(db)

    for (const event of events) {
      applyEvent(facilities, db, event)
      applyEvent(facilities, db, event)
      const { rows, total } = queries.list(wholeTeam(teamId), page)
      expect([event.type, total]).toEqual([event.type, rows.length])
    }
    expect(queries.list(wholeTeam(teamId), page).total).toBe(0)
  })
})
