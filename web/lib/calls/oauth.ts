import type * as clients from '#schemas/resources/oauth-clients.ts'
import type * as apps from '#schemas/resources/oauth-tokens.ts'
import type * as personalTokens from '#schemas/resources/personal-tokens.ts'
import { call } from '#web/lib/call.ts'

export const listOAuthScopes = call<typeof clients.listOAuthScopes>('GET', '/oauth/scopes', 'signed-in')
export const listOAuthClients = call<typeof clients.listOAuthClients>('GET', '/oauth/clients', 'signed-in')
export const createOAuthClient = call<typeof clients.createOAuthClient>('POST', '/oauth/clients', 'signed-in')
export const updateOAuthClient = call<typeof clients.updateOAuthClient>('PUT', '/oauth/clients/{id}', 'signed-in')
export const deleteOAuthClient = call<typeof clients.deleteOAuthClient>('DELETE', '/oauth/clients/{id}', 'signed-in', {
  response: 'empty',
})

const tokens = '/oauth/personal-access-tokens'
export const listPersonalTokens = call<typeof personalTokens.listPersonalTokens>('GET', tokens, 'signed-in')
export const createPersonalToken = call<typeof personalTokens.createPersonalToken>('POST', tokens, 'signed-in')
export const deletePersonalToken = call<typeof personalTokens.deletePersonalToken>(
  'DELETE',
  `${tokens}/{id}`,
  'signed-in',
  { response: 'empty' },
)

export const listAuthorizedApps = call<typeof apps.listAuthorizedApps>('GET', '/oauth/tokens', 'signed-in')
export const revokeAuthorizedApp = call<typeof apps.revokeAuthorizedApp>('DELETE', '/oauth/tokens/{id}', 'signed-in', {
  response: 'empty',
})
