import type * as contracts from '#schemas/resources/personal-data.ts'
import { call } from '#web/lib/call.ts'

export const exportPersonalData = call<typeof contracts.exportPersonalData>(
  'GET',
  '/settings/personal-data',
  'signed-in',
)
export const eraseAccount = call<typeof contracts.eraseAccount>('DELETE', '/settings/account', 'signed-in', {
  response: 'empty',
})
