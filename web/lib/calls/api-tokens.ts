import type * as contracts from '#schemas/resources/api-tokens.ts'
import { call } from '#web/lib/call.ts'

export const listApiTokens = call<typeof contracts.listApiTokens>('GET', '/settings/api/tokens', 'signed-in')
export const listTokenAbilities = call<typeof contracts.listTokenAbilities>(
  'GET',
  '/settings/api/token/abilities',
  'signed-in',
)
export const createApiToken = call<typeof contracts.createApiToken>('POST', '/settings/api/token', 'signed-in')
export const updateApiToken = call<typeof contracts.updateApiToken>('PUT', '/settings/api/token/{id}', 'signed-in')
export const deleteApiToken = call<typeof contracts.deleteApiToken>('DELETE', '/settings/api/token/{id}', 'signed-in', {
  response: 'empty',
})
