import { describe, test } from 'vitest'
import { teamDecider } from '#api/domain/team.ts'
import { userDecider } from '#api/domain/user.ts'
import { deciding } from '#tests/support/decider.ts'
import { newTeamId, newUserId } from '#tests/support/new-ids.ts'
import { pastOf } from '#tests/support/team-history.ts'

const user = { userId: newUserId(), name: 'Ann', email: 'ann@example.com', passwordHash: '$argon2id$' }
const { userId } = user
const registered = { type: 'UserRegistered', data: user } as const
const passwordChanged = { type: 'PasswordChanged', data: { userId, passwordHash: 'new', by: 'settings' } } as const
const addressedIds = [newUserId()]
const erased = { type: 'PersonErased' as const, data: { userId, addressedIds } }
const finished = { type: 'ErasureFinished', data: { userId } } as const
const erase = { type: 'EraseAccount', passwordVersion: 1, addressedIds } as const

describe('the erasure of an account', () => {
  const given = deciding(userDecider)

  test('names every key that goes with the user’s', () => {
    given(registered).decides(erase, erased)
  })

  test('is valid for the password that was typed, not for a newer one', () => {
    given(registered, passwordChanged).refuses(erase, 'password-wrong')
  })

  test('is decided once and finished once', () => {
    given(registered, erased).refuses(erase, 'user-not-found')
    given(registered, erased).decides({ type: 'FinishErasure' }, finished)
    given(registered, erased, finished).ignores({ type: 'FinishErasure' })
    given(registered).refuses({ type: 'FinishErasure' }, 'user-not-found')
  })
})

describe('a team whose owner erases their account', () => {
  const given = deciding(teamDecider)
  const team = { teamId: newTeamId(), ownerId: userId }
  const { started, joined } = pastOf(team)
  const deleteAlone = { type: 'DeleteTeam', by: userId, alone: true } as const

  test('is purged with its owner if it has no other member', () => {
    given(...started).decides(deleteAlone, { type: 'TeamDeleted', data: { teamId: team.teamId, deletedBy: userId } })
  })

  test('stays once somebody has joined', () => {
    given(...started, joined(newUserId(), 'member')).refuses(deleteAlone, 'team-has-members')
  })
})
