import type * as contracts from '#schemas/resources/bulk-changes.ts'
import { call } from '#web/lib/call.ts'

export const changeFiles = call<typeof contracts.changeFiles>('POST', '/api/files/bulk', 'signed-in')
export const undoChange = call<typeof contracts.undoChange>('POST', '/api/undo/{undo}', 'signed-in')
