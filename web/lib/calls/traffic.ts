import type * as contracts from '#schemas/resources/traffic.ts'
import { call } from '#web/lib/call.ts'

export const listTraffic = call<typeof contracts.listTraffic>('GET', '/api/kiosk/traffic', 'operator')
