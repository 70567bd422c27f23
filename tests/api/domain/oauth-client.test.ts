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

    given().decides(create, created)
    given(created).refuses(create, 'id-taken')
    given(created, deleted).refuses(create, 'id-taken')
  })

  test('is given another name or other redirects by its owner', () => {
    const { type: _, ...content } = change
    given(created).decides(change, { type: 'OAuthClientChanged', data: { clientId, ...content } })
    given(created).ignores({ ...change, name: 'Phone' })
    given(created).decides(
      { ...change, name: 'Phone', redirects: ['com.example:/cb'] },
      {
        type: 'OAuthClientChanged',
        data: { clientId, userId, name: 'Phone', redirects: ['com.example:/cb'] },
      },
    )
  })

  test('does not exist to anybody else', () => {
    given(created).refuses({ ...change, userId: somebodyElse }, 'oauth-client-not-found')
    given(created).refuses({ type: 'DeleteOAuthClient', userId: somebodyElse }, 'oauth-client-not-found')
  })

  test('is deleted for ever', () => {
    given(created).decides({ type: 'DeleteOAuthClient', userId }, deleted)
    given(created, deleted).refuses({ type: 'DeleteOAuthClient', userId }, 'oauth-client-not-found')
    given(created, deleted).refuses(change, 'oauth-client-not-found')
  })

  test('ends with the erasure of its owner', () => {
    given(erased).refuses(change, 'oauth-client-not-found')
    given(created, { type: 'OAuthClientChanged', data: { clientId, userId, name: null, redirects: [] } }).refuses(
      { type: 'DeleteOAuthClient', userId },
      'oauth-client-not-found',
    )
  })
})
