import { describe, test } from 'vitest'
import { personalTokenDecider } from '#api/domain/personal-token.ts'
import type { PersonalTokenEvent } from '#schemas/events/api-token.ts'
import { PersonalTokenId, TeamId, UserId } from '#schemas/ids.ts'
import { deciding } from '#tests/support/decider.ts'

const tokenId = PersonalTokenId.parse('0199aaaa-0000-7000-8000-000000000001')
const userId = UserId.parse('0199aaaa-0000-7000-8000-000000000002')
const somebodyElse = UserId.parse('0199aaaa-0000-7000-8000-000000000003')
const teamId = TeamId.parse('0199aaaa-0000-7000-8000-000000000004')

const given = deciding(personalTokenDecider)
const expiresAt = '2027-03-01T10:00:00.000Z'
const facts = { tokenId, userId, teamId, name: 'Laptop', scopes: ['sites.view' as const], digest: 'd', expiresAt }
const create = { type: 'CreatePersonalToken', ...facts } as const
const created: PersonalTokenEvent = { type: 'PersonalTokenCreated', data: facts }
const revoked: PersonalTokenEvent = { type: 'PersonalTokenRevoked', data: { tokenId, userId } }

describe('a personal access token', () => {
  test('is created once', () => {
    given().decides(create, created)
    given(created).refuses(create, 'id-taken')
    given(created, revoked).refuses(create, 'id-taken')
  })

  test('is revoked by its user, once', () => {
    given(created).decides({ type: 'RevokePersonalToken', userId }, revoked)
    given(created, revoked).refuses({ type: 'RevokePersonalToken', userId }, 'token-not-found')
  })

  test('does not exist to anybody else, nor after the erasure of its user', () => {
    given(created).refuses({ type: 'RevokePersonalToken', userId: somebodyElse }, 'token-not-found')
    given({ type: 'PersonalTokenCreated', data: { ...facts, name: null } }).refuses(
      { type: 'RevokePersonalToken', userId },
      'token-not-found',
    )
  })
})
