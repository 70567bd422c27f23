import type * as contracts from '#schemas/resources/status.ts'
import { call } from '#web/lib/call.ts'

export const health = call<typeof contracts.health>('GET', '/health', 'public')
