import { describe, test } from 'vitest'
import { oauthClientDecider } from '#api/domain/oauth-client.ts'
import type { OAuthClientEvent } from '#schemas/events/oauth-client.ts'
import { OAuthClientId, UserId } from '#schemas/ids.ts'
import { deciding } from '#tests/support/decider.ts'

const clientId = OAuthClientId.parse('0199aaaa-0000-7000-8000-000000000001')
const userId = UserId.parse('0199aaaa-0000-7000-8000-000000000002')
const somebodyElse = UserId.parse('0199aaaa-0000-7000-8000-000000000003')

const given = deciding(oauthClientDecider)
const facts = { clientId, userId, confidential: true, redirects: ['https://example.com/cb'] }
const created: OAuthClientEvent = { type: 'OAuthClientCreated', data: { ...facts, name: 'Phone', secret: 'sls_x' } }
const erased: OAuthClientEvent = { type: 'OAuthClientCreated', data: { ...facts, name: null, secret: null } }
const deleted: OAuthClientEvent = { type: 'OAuthClientDeleted', data: { clientId, userId } }
const change = { type: 'ChangeOAuthClient', userId, name: 'Tablet', redirects: facts.redirects } as const

describe('an OAuth client', () => {
  test('is created once', () => {
    const create = { type: 'CreateOAuthClient', ...facts, name: 'Phone', secret: 'sls_x' } as const

    given().when(create).then(created)
    given(created).when(create).thenBreaks('id-taken')
    given(created, deleted).when(create).thenBreaks('id-taken')
  })

  test('is given another name or other redirects by its owner', () => {
    const { type: _, ...content } = change
    given(created)
      .when(change)
      .then({ type: 'OAuthClientChanged', data: { clientId, ...content } })
    given(created)
      .when({ ...change, name: 'Phone' })
      .thenNothing()
    given(created)
      .when({ ...change, name: 'Phone', redirects: ['com.example:/cb'] })
      .then({
        type: 'OAuthClientChanged',
        data: { clientId, userId, name: 'Phone', redirects: ['com.example:/cb'] },
      })
  })

  test('does not exist to anybody else', () => {
    given(created)
      .when({ ...change, userId: somebodyElse })
      .thenBreaks('oauth-client-not-found')
    given(created).when({ type: 'DeleteOAuthClient', userId: somebodyElse }).thenBreaks('oauth-client-not-found')
  })

  test('is deleted for ever', () => {
    given(created).when({ type: 'DeleteOAuthClient', userId }).then(deleted)
    given(created, deleted).when({ type: 'DeleteOAuthClient', userId }).thenBreaks('oauth-client-not-found')
    given(created, deleted).when(change).thenBreaks('oauth-client-not-found')
  })

  test('ends with the erasure of its owner', () => {
    given(erased).when(change).thenBreaks('oauth-client-not-found')
    given(created, { type: 'OAuthClientChanged', data: { clientId, userId, name: null, redirects: [] } })
      .when({ type: 'DeleteOAuthClient', userId })
      .thenBreaks('oauth-client-not-found')
  })
})
