import type * as contracts from '#schemas/resources/queues.ts'
import { call } from '#web/lib/call.ts'

export const listQueues = call<typeof contracts.listQueues>('GET', '/api/kiosk/queues', 'operator')
export const retryJobs = call<typeof contracts.retryJobs>('POST', '/api/kiosk/queues/{queue}/retry', 'operator')
