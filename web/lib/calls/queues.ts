import type * as contracts from '#schemas/resources/queues.ts'
import { call } from '#web/lib/call.ts'

export const listQueues = call<typeof contracts.listQueues>('GET', '/api/kiosk/queues', 'operator')
export const pauseQueue = call<typeof contracts.pauseQueue>('POST', '/api/kiosk/queues/{queue}/pause', 'operator')
export const resumeQueue = call<typeof contracts.resumeQueue>('POST', '/api/kiosk/queues/{queue}/resume', 'operator')
export const showJobOrigin = call<typeof contracts.showJobOrigin>(
  'GET',
  '/api/kiosk/queues/{queue}/jobs/{id}/origin',
  'operator',
)
export const retryJobs = call<typeof contracts.retryJobs>('POST', '/api/kiosk/queues/{queue}/retry', 'operator')
