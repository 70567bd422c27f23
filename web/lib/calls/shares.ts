import type * as contracts from '#schemas/resources/shares.ts'
import { call } from '#web/lib/call.ts'

export const listShares = call<typeof contracts.listShares>('GET', '/api/shares', 'share')
export const createShare = call<typeof contracts.createShare>('POST', '/api/share', 'share')
export const revokeShare = call<typeof contracts.revokeShare>('DELETE', '/api/share/{id}', 'share', {
  response: 'empty',
})
