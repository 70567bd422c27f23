import type * as contracts from '#schemas/resources/security-events.ts'
import { call } from '#web/lib/call.ts'

export const listSecurityEvents = call<typeof contracts.listSecurityEvents>(
  'GET',
  '/api/kiosk/security-events',
  'operator',
)
