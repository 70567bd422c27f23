import type * as contracts from '#schemas/resources/metrics.ts'
import { call } from '#web/lib/call.ts'

export const countTeams = call<typeof contracts.countTeams>(
  'GET',
  '/api/kiosk/performance-indicators/teams',
  'operator',
)
export const countUsers = call<typeof contracts.countUsers>(
  'GET',
  '/api/kiosk/performance-indicators/users',
  'operator',
)
export const countClients = call<typeof contracts.countClients>(
  'GET',
  '/api/kiosk/performance-indicators/clients',
  'operator',
)
export const countSites = call<typeof contracts.countSites>(
  'GET',
  '/api/kiosk/performance-indicators/sites',
  'operator',
)
export const countFiles = call<typeof contracts.countFiles>(
  'GET',
  '/api/kiosk/performance-indicators/files',
  'operator',
)
export const sumFileSizes = call<typeof contracts.sumFileSizes>(
  'GET',
  '/api/kiosk/performance-indicators/files-size',
  'operator',
)
export const listMetrics = call<typeof contracts.listMetrics>('GET', '/api/kiosk/metrics', 'operator')
export const listMetricEvents = call<typeof contracts.listMetricEvents>(
  'GET',
  '/api/kiosk/metrics/{day}/events',
  'operator',
)
export const replayMetrics = call<typeof contracts.replayMetrics>('POST', '/api/kiosk/metrics/replay', 'operator')
export const showMetricsReplay = call<typeof contracts.showMetricsReplay>(
  'GET',
  '/api/kiosk/metrics/replay',
  'operator',
)
