import type * as contracts from '#schemas/resources/storage.ts'
import { call } from '#web/lib/call.ts'

export const listLargestTeams = call<typeof contracts.listLargestTeams>('GET', '/api/kiosk/storage/teams', 'operator')
export const showStorage = call<typeof contracts.showStorage>('GET', '/api/kiosk/storage', 'operator')
