import { v7 as newUuid } from 'uuid'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { applyEvent } from '#projections/engine/projection.ts'
import { openForWriting, type ReadDb } from '#projections/engine/read-db.ts'
import { savedViewQueries } from '#projections/views/saved-views.ts'
import { views } from '#projections/views/views.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import { SavedViewId } from '#schemas/ids.ts'
import { newTeamId, newUserId } from '#tests/support/new-ids.ts'
import { recorded } from '#tests/support/recorded.ts'

let db: ReadDb
const given = (...events: RecordedEvent[]) => {
  for (const event of events) applyEvent(views, db, event)
}
beforeEach(() => {
  db = openForWriting(':memory:', views)
})
afterEach(() => db.close())

const teamId = newTeamId()
const userId = newUserId()
const viewOf = (name: string) => ({
  viewId: SavedViewId.parse(newUuid()),
  teamId,
  userId,
  kind: 'files' as const,
  name,
  filters: { search: name },
  sort: null,
  look: 'table' as const,
  columns: null,
})
const namesOf = (user = userId) =>
  savedViewQueries(db)
    .of(teamId, user)
    .map(({ name }) => name)

test('own views and those of the team are there, also after a replay', () => {
  const own = viewOf('own')
  const ours = viewOf('ours')
  const gone = viewOf('gone')
  const events = [
    recorded('OwnViewSaved', own),
    recorded('OwnViewSaved', ours),
    recorded('TeamViewSaved', ours, { revision: 1n }),
    recorded('TeamViewSaved', gone),
    recorded('SavedViewDeleted', { viewId: gone.viewId, teamId, ownerId: null }, { revision: 1n }),
  ]
  given(...events, ...events)

  expect(namesOf()).toEqual(['ours', 'own'])
  expect(namesOf(newUserId())).toEqual(['ours'])
  expect(savedViewQueries(db).one(teamId, userId, ours.viewId)).toMatchObject({ shared: true, revision: '1' })
})

test('an erased user leaves the views of the team, whether they were erased before or after the rebuild', () => {
  const own = viewOf('own')
  const ours = viewOf('ours')
  const erased = recorded('PersonErased', { userId, addressedIds: [] })
  given(recorded('OwnViewSaved', own), recorded('TeamViewSaved', ours), erased)
  expect(namesOf()).toEqual(['ours'])

  db.close()
  db = openForWriting(':memory:', views)
  given(recorded('OwnViewSaved', { ...own, name: null, filters: null }), recorded('TeamViewSaved', ours), erased)
  expect(namesOf()).toEqual(['ours'])
})

test('a team that is removed for ever leaves none', () => {
  given(recorded('TeamViewSaved', viewOf('ours')), recorded('TeamPurged', { teamId }))
  expect(namesOf()).toEqual([])
})
