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
    given().decides({ type: 'CreateApiToken', ...facts }, created)
    given(created).refuses({ type: 'CreateApiToken', ...facts }, 'id-taken')
  })

  test('is renamed and given other abilities by its user', () => {
    const data = { tokenId, userId, name: 'Import', abilities: ['sites.view', 'import'] as TokenAbility[] }
    given(created).decides(changeBy(userId, ['sites.view', 'import']), { type: 'ApiTokenChanged', data })
    given(created).ignores(changeBy(userId, ['sites.view']))
  })

  test('does not exist to anybody else', () => {
    given(created).refuses(changeBy(somebodyElse, ['import']), 'token-not-found')
    given(created).refuses({ type: 'RevokeApiToken', userId: somebodyElse }, 'token-not-found')
  })

  test('is revoked for ever', () => {
    given(created).decides({ type: 'RevokeApiToken', userId }, revoked)
    given(created, revoked).refuses(changeBy(userId, ['import']), 'token-not-found')
    given(created, revoked).refuses({ type: 'RevokeApiToken', userId }, 'token-not-found')
  })
})
