import { v7 as newUuid } from 'uuid'
import { expect, test } from 'vitest'
import { savedViewQueries } from '#projections/views/saved-views.ts'
import { views } from '#projections/views/views.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import { SavedViewId } from '#schemas/ids.ts'
import { newTeamId, newUserId } from '#tests/support/new-ids.ts'
import { projected } from '#tests/support/read-models.ts'
import { recorded } from '#tests/support/recorded.ts'

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
const given = (...events: RecordedEvent[]) => {
  const { of, one } = savedViewQueries(projected(views, events))
  return { one, names: (user = userId) => of(teamId, user).map(({ name }) => name) }
}

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
  const { names, one } = given(...events, ...events)

  expect(names()).toEqual(['ours', 'own'])
  expect(names(newUserId())).toEqual(['ours'])
  expect(one(teamId, userId, ours.viewId)).toMatchObject({ shared: true, revision: '1' })
})

test('an erased user leaves the views of the team, whether they were erased before or after the rebuild', () => {
  const own = viewOf('own')
  const ours = viewOf('ours')
  const erased = recorded('PersonErased', { userId, addressedIds: [] })
  for (const saved of [own, { ...own, name: null, filters: null }]) {
    const { names } = given(recorded('OwnViewSaved', saved), recorded('TeamViewSaved', ours), erased)
    expect(names()).toEqual(['ours'])
  }
})

test('a team that is removed for ever leaves none', () => {
  const { names } = given(recorded('TeamViewSaved', viewOf('ours')), recorded('TeamPurged', { teamId }))
  expect(names()).toEqual([])
})
