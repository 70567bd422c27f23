import type * as contracts from '#schemas/resources/overview.ts'
import { call } from '#web/lib/call.ts'

export const showOverview = call<typeof contracts.showOverview>('GET', '/api/overview', 'signed-in')
