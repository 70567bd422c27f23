import type * as contracts from '#schemas/resources/live.ts'
import { call } from '#web/lib/call.ts'

export const liveStream = call<typeof contracts.liveStream>('GET', '/api/stream', 'signed-in')
