import type * as contracts from '#schemas/resources/performance-indicators.ts'
import { call } from '#web/lib/call.ts'

export const listIndicators = call<typeof contracts.listIndicators>(
  'GET',
  '/spark/kiosk/performance-indicators',
  'operator',
)
export const showRevenue = call<typeof contracts.showRevenue>(
  'GET',
  '/spark/kiosk/performance-indicators/revenue',
  'operator',
)
export const listPlanCounts = call<typeof contracts.listPlanCounts>(
  'GET',
  '/spark/kiosk/performance-indicators/plans',
  'operator',
)
export const countTrials = call<typeof contracts.countTrials>(
  'GET',
  '/spark/kiosk/performance-indicators/trialing',
  'operator',
)
