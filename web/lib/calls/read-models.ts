import type * as contracts from '#schemas/resources/read-models.ts'
import { call } from '#web/lib/call.ts'

const path = '/api/kiosk/projections/{name}/rebuild'

export const listReadModels = call<typeof contracts.listReadModels>('GET', '/api/kiosk/projections', 'operator')
export const skipEvent = call<typeof contracts.skipEvent>('POST', '/api/kiosk/projections/skips', 'operator')
export const startRebuild = call<typeof contracts.startRebuild>('POST', path, 'operator')
export const showRebuild = call<typeof contracts.showRebuild>('GET', path, 'operator')
export const swapRebuild = call<typeof contracts.swapRebuild>('POST', `${path}/swap`, 'operator')
export const rollBackRebuild = call<typeof contracts.rollBackRebuild>('POST', `${path}/roll-back`, 'operator')
export const discardRebuild = call<typeof contracts.discardRebuild>('DELETE', path, 'operator', { response: 'empty' })
