import type * as contracts from '#schemas/resources/sample.ts'
import { call } from '#web/lib/call.ts'

export const showSample = call<typeof contracts.showSample>('GET', '/api/sample', 'clients.create')
export const addSample = call<typeof contracts.addSample>('POST', '/api/sample', 'clients.create')
export const undoSample = call<typeof contracts.undoSample>('POST', '/api/sample/undo', 'clients.create')
