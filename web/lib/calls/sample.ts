import type * as contracts from '#schemas/resources/sample.ts'
import { call } from '#web/lib/call.ts'

export const showSample = call<typeof contracts.showSample>('GET', '/api/sample', 'import')
export const addSample = call<typeof contracts.addSample>('POST', '/api/sample', 'import')
export const undoSample = call<typeof contracts.undoSample>('POST', '/api/sample/undo', 'import')
