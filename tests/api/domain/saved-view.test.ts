import { describe, test } from 'vitest'
import { savedViewDecider } from '#api/domain/saved-view.ts'
import type { SavedViewEvent } from '#schemas/events/saved-view.ts'
import { SavedViewId, TeamId, UserId } from '#schemas/ids.ts'
import { deciding } from '#tests/support/decider.ts'

const viewId = SavedViewId.parse('0199aaaa-0000-7000-8000-000000000001')
const userId = UserId.parse('0199aaaa-0000-7000-8000-000000000002')
const colleague = UserId.parse('0199aaaa-0000-7000-8000-000000000003')
const teamId = TeamId.parse('0199aaaa-0000-7000-8000-000000000004')

const given = deciding(savedViewDecider)
const owner = { viewId, teamId, userId, kind: 'files' } as const
const details = { name: 'Plans', filters: { search: 'plan' }, sort: '-name', look: 'table', columns: ['name'] } as const
const content = { ...details, filters: { ...details.filters }, columns: [...details.columns] }
const own: SavedViewEvent = { type: 'OwnViewSaved', data: { ...owner, ...content } }
const ofTeam: SavedViewEvent = { type: 'TeamViewSaved', data: { ...owner, ...content } }
const taken: SavedViewEvent = { type: 'OwnViewSaved', data: { ...owner, ...content, takenFromTeam: true } }
const editor = { teamId, userId, teamKinds: ['files'] } as const
const reader = { teamId, userId, teamKinds: [] } as const
const change = { type: 'ChangeView', ...editor } as const

describe('a saved view', () => {
  test('is saved once, for oneself or, by who may update its records, for the team', () => {
    const save = { type: 'SaveView', ...owner, ...content } as const
    given()
      .when({ ...save, shared: false, teamKinds: [] })
      .then(own)
    given()
      .when({ ...save, shared: true, teamKinds: ['files'] })
      .then(ofTeam)
    given()
      .when({ ...save, shared: true, teamKinds: ['sites'] })
      .thenBreaks('saved-view-of-team')
    given(own)
      .when({ ...save, shared: false, teamKinds: [] })
      .thenBreaks('id-taken')
  })

  test('keeps what a change leaves out, and is not written where nothing changes', () => {
    given(own)
      .when({ ...change, name: 'Floor plans' })
      .then({ type: 'OwnViewSaved', data: { ...owner, ...content, name: 'Floor plans' } })
    given(ofTeam)
      .when({ ...change, filters: { search: 'plan' }, columns: ['name'] })
      .thenNothing()
  })

  test('is given to the team by who may, and taken back by its own user alone', () => {
    given(own)
      .when({ ...change, shared: true })
      .then(ofTeam)
    given(own)
      .when({ type: 'ChangeView', ...reader, shared: true })
      .thenBreaks('saved-view-of-team')
    given(ofTeam)
      .when({ ...change, shared: false })
      .then(taken)
    given(ofTeam, taken)
      .when({ ...change, name: 'Floor plans' })
      .then({ type: 'OwnViewSaved', data: { ...owner, ...content, name: 'Floor plans' } })
    given(ofTeam)
      .when({ ...change, userId: colleague, shared: false })
      .thenBreaks('saved-view-of-team')
  })

  test('of the team is changed and deleted by who may update its records', () => {
    given(ofTeam)
      .when({ ...change, userId: colleague, name: 'Floor plans' })
      .then({ type: 'TeamViewSaved', data: { ...owner, ...content, name: 'Floor plans' } })
    given(ofTeam)
      .when({ type: 'DeleteView', ...reader })
      .thenBreaks('saved-view-of-team')
    given(ofTeam)
      .when({ type: 'DeleteView', ...editor, userId: colleague })
      .then({ type: 'SavedViewDeleted', data: { viewId, teamId, ownerId: null } })
    given(own)
      .when({ type: 'DeleteView', ...reader })
      .then({ type: 'SavedViewDeleted', data: { viewId, teamId, ownerId: userId } })
  })

  test('of somebody else, of another team or deleted does not exist', () => {
    const deleted: SavedViewEvent = { type: 'SavedViewDeleted', data: { viewId, teamId, ownerId: null } }
    for (const type of ['ChangeView', 'DeleteView'] as const) {
      given(own)
        .when({ type, ...editor, userId: colleague })
        .thenBreaks('saved-view-not-found')
      given(ofTeam)
        .when({ type, ...editor, teamId: TeamId.parse('0199aaaa-0000-7000-8000-000000000005') })
        .thenBreaks('saved-view-not-found')
      given(own, deleted)
        .when({ type, ...editor })
        .thenBreaks('saved-view-not-found')
    }
  })
})
