import type * as contracts from '#schemas/resources/trash.ts'
import { call } from '#web/lib/call.ts'

export const listTrash = call<typeof contracts.listTrash>('GET', '/api/trash', 'signed-in')
export const restoreTrash = call<typeof contracts.restoreTrash>('POST', '/api/trash/{id}/restore', 'signed-in')
