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
    given().decides({ ...save, shared: false, teamKinds: [] }, own)
    given().decides({ ...save, shared: true, teamKinds: ['files'] }, ofTeam)
    given().refuses({ ...save, shared: true, teamKinds: ['sites'] }, 'saved-view-of-team')
    given(own).refuses({ ...save, shared: false, teamKinds: [] }, 'id-taken')
  })

  test('keeps what a change leaves out, and is not written where nothing changes', () => {
    given(own).decides(
      { ...change, name: 'Floor plans' },
      { type: 'OwnViewSaved', data: { ...owner, ...content, name: 'Floor plans' } },
    )
    given(ofTeam).ignores({ ...change, filters: { search: 'plan' }, columns: ['name'] })
  })

  test('is given to the team by who may, and taken back by its own user alone', () => {
    given(own).decides({ ...change, shared: true }, ofTeam)
    given(own).refuses({ type: 'ChangeView', ...reader, shared: true }, 'saved-view-of-team')
    given(ofTeam).decides({ ...change, shared: false }, taken)
    given(ofTeam, taken).decides(
      { ...change, name: 'Floor plans' },
      { type: 'OwnViewSaved', data: { ...owner, ...content, name: 'Floor plans' } },
    )
    given(ofTeam).refuses({ ...change, userId: colleague, shared: false }, 'saved-view-of-team')
  })

  test('of the team is changed and deleted by who may update its records', () => {
    given(ofTeam).decides(
      { ...change, userId: colleague, name: 'Floor plans' },
      { type: 'TeamViewSaved', data: { ...owner, ...content, name: 'Floor plans' } },
    )
    given(ofTeam).refuses({ type: 'DeleteView', ...reader }, 'saved-view-of-team')
    given(ofTeam).decides(
      { type: 'DeleteView', ...editor, userId: colleague },
      { type: 'SavedViewDeleted', data: { viewId, teamId, ownerId: null } },
    )
    given(own).decides(
      { type: 'DeleteView', ...reader },
      { type: 'SavedViewDeleted', data: { viewId, teamId, ownerId: userId } },
    )
  })

  test('of somebody else, of another team or deleted does not exist', () => {
    const deleted: SavedViewEvent = { type: 'SavedViewDeleted', data: { viewId, teamId, ownerId: null } }
    for (const type of ['ChangeView', 'DeleteView'] as const) {
      given(own).refuses({ type, ...editor, userId: colleague }, 'saved-view-not-found')
      given(ofTeam).refuses(
        { type, ...editor, teamId: TeamId.parse('0199aaaa-0000-7000-8000-000000000005') },
        'saved-view-not-found',
      )
      given(own, deleted).refuses({ type, ...editor }, 'saved-view-not-found')
    }
  })
})
