import type * as contracts from '#schemas/resources/operations.ts'
import { call } from '#web/lib/call.ts'

export const listOperations = call<typeof contracts.listOperations>('GET', '/api/kiosk/history', 'operator')
export const listOperators = call<typeof contracts.listOperators>('GET', '/api/kiosk/operators', 'operator')
