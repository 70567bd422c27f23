import { describe, test } from 'vitest'
import { teamDecider } from '#api/domain/team.ts'
import { deciding } from '#tests/support/decider.ts'
import { newTeamId, newUserId } from '#tests/support/new-ids.ts'

const given = deciding(teamDecider)

describe('a team', () => {
  const [teamId, ownerId] = [newTeamId(), newUserId()]
  const team = { teamId, ownerId, name: 'North West', slug: 'north-west', trialEndsAt: '2026-04-10T10:00:00.000Z' }
  const createTeam = { type: 'CreateTeam', ...team } as const
  const teamCreated = { type: 'TeamCreated', data: team } as const
  const ownerJoined = { type: 'MemberJoined', data: { teamId, userId: ownerId, role: 'owner' } } as const

  test('starts with its owner as the one member', () => {
    given().when(createTeam).then(teamCreated, ownerJoined)
  })

  test('is created once', () => {
    given(teamCreated, ownerJoined).when(createTeam).thenBreaks('id-taken')
  })

  test('knows its members and their roles, the newest role of each', () => {
    const userId = newUserId()
    const joined = (role: 'member' | 'editor') => ({ type: 'MemberJoined', data: { teamId, userId, role } }) as const

    given(teamCreated, ownerJoined, joined('member'), joined('editor')).thenState({
      status: 'active',
      teamId,
      members: new Map([
        [ownerId, 'owner'],
        [userId, 'editor'],
      ]),
    })
  })
})
