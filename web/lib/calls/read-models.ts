import type * as contracts from '#schemas/resources/read-models.ts'
import { call } from '#web/lib/call.ts'

export const listReadModels = call<typeof contracts.listReadModels>('GET', '/api/kiosk/projections', 'operator')
