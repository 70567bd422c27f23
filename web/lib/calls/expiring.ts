import type * as contracts from '#schemas/resources/expiring.ts'
import { call } from '#web/lib/call.ts'

export const listExpiringClients = call<typeof contracts.listExpiringClients>('GET', '/api/expiring', 'files.view')
