import { describe, test } from 'vitest'
import { apiTokenDecider } from '#api/domain/api-token.ts'
import type { ApiTokenEvent } from '#schemas/events/api-token.ts'
import { ApiTokenId, TeamId, UserId } from '#schemas/ids.ts'
import type { TokenAbility } from '#schemas/rights/token-abilities.ts'
import { deciding } from '#tests/support/decider.ts'

const tokenId = ApiTokenId.parse('0199aaaa-0000-7000-8000-000000000001')
const userId = UserId.parse('0199aaaa-0000-7000-8000-000000000002')
const somebodyElse = UserId.parse('0199aaaa-0000-7000-8000-000000000003')
const teamId = TeamId.parse('0199aaaa-0000-7000-8000-000000000004')

const given = deciding(apiTokenDecider)
const facts = {
  tokenId,
  userId,
  teamId,
  name: 'Import',
  abilities: ['sites.view'] as TokenAbility[],
  digest: 'd',
  expiresAt: null,
}
const created: ApiTokenEvent = { type: 'ApiTokenCreated', data: facts }
const revoked: ApiTokenEvent = { type: 'ApiTokenRevoked', data: { tokenId } }
const change = { type: 'ChangeApiToken', userId, name: 'Import', abilities: ['sites.view'] } as const
const changeBy = (by: UserId, abilities: TokenAbility[]) => ({ ...change, userId: by, abilities })

describe('an API token', () => {
  test('is created once', () => {
    given()
      .when({ type: 'CreateApiToken', ...facts })
      .then(created)
    given(created)
      .when({ type: 'CreateApiToken', ...facts })
      .thenBreaks('id-taken')
  })

  test('is renamed and given other abilities by its user', () => {
    const data = { tokenId, userId, name: 'Import', abilities: ['sites.view', 'import'] as TokenAbility[] }
    given(created)
      .when(changeBy(userId, ['sites.view', 'import']))
      .then({ type: 'ApiTokenChanged', data })
    given(created)
      .when(changeBy(userId, ['sites.view']))
      .thenNothing()
  })

  test('does not exist to anybody else', () => {
    given(created)
      .when(changeBy(somebodyElse, ['import']))
      .thenBreaks('token-not-found')
    given(created).when({ type: 'RevokeApiToken', userId: somebodyElse }).thenBreaks('token-not-found')
  })

  test('is revoked for ever', () => {
    given(created).when({ type: 'RevokeApiToken', userId }).then(revoked)
    given(created, revoked)
      .when(changeBy(userId, ['import']))
      .thenBreaks('token-not-found')
    given(created, revoked).when({ type: 'RevokeApiToken', userId }).thenBreaks('token-not-found')
  })
})
