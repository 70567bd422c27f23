import { type Route, reading } from '#api/http/route.ts'
import { jobOriginRoutes } from '#api/routes/job-origin.ts'
import { kioskLimitRoutes } from '#api/routes/kiosk-limits.ts'
import { kioskProfileRoutes } from '#api/routes/kiosk-profiles.ts'
import { kioskTeamRoutes } from '#api/routes/kiosk-teams.ts'
import { kioskTrialRoutes } from '#api/routes/kiosk-trials.ts'
import { kioskUserRoutes } from '#api/routes/kiosk-users.ts'
import { metricRoutes } from '#api/routes/metrics.ts'
import { operationRoutes } from '#api/routes/operations.ts'
import { performanceIndicatorRoutes } from '#api/routes/performance-indicators.ts'
import { queueRoutes } from '#api/routes/queues.ts'
import { readModelRoutes } from '#api/routes/read-models.ts'
import { securityEventRoutes } from '#api/routes/security-events.ts'
import { storageRoutes } from '#api/routes/storage.ts'
import { trafficRoutes } from '#api/routes/traffic.ts'
import type { RouteSetup } from './setup.ts'

/** Routes of operators: users and teams as they see them, and the installation. */
export const operatorsArea = ({
  ledger,
  readModels,
  operatorEmails,
  timeZone,
  plans,
  payment,
  inspectReadModels,
  rebuilds,
  replayMetrics,
  queues,
  inspectStorage,
  securityCounts,
}: RouteSetup): Route[] => [
  ...kioskProfileRoutes(payment, operatorEmails, readModels),
  ...kioskTeamRoutes(ledger, readModels),
  ...kioskTrialRoutes(ledger, readModels),
  ...kioskLimitRoutes(ledger),
  ...kioskUserRoutes(ledger, operatorEmails, readModels),
  ...readModelRoutes({ ledger, inspect: inspectReadModels, rebuilds }),
  ...reading(['metrics'], performanceIndicatorRoutes(readModels, plans)),
  ...reading(['metrics'], metricRoutes(readModels, { ledger, replay: replayMetrics, rebuilds })),
  ...queueRoutes(ledger, queues),
  ...reading(['history'], operationRoutes(operatorEmails, readModels, timeZone)),
  ...reading(['history'], jobOriginRoutes(ledger, queues, readModels)),
  ...storageRoutes(inspectStorage, readModels),
  ...reading(['traffic'], trafficRoutes(readModels)),
  ...securityEventRoutes(securityCounts),
]
