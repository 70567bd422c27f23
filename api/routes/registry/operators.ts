import type { DayCounts } from '#api/adapters/day-counts.ts'
import type { JobQueues } from '#api/adapters/job-queues.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { type Route, reading } from '#api/http/route.ts'
import { jobOriginRoutes } from '#api/routes/job-origin.ts'
import { kioskProfileRoutes } from '#api/routes/kiosk-profiles.ts'
import { kioskLimitRoutes, kioskTeamRoutes, kioskTrialRoutes } from '#api/routes/kiosk-teams.ts'
import { kioskUserRoutes } from '#api/routes/kiosk-users.ts'
import type { MetricsSetup } from '#api/routes/metrics.ts'
import { metricRoutes } from '#api/routes/metrics.ts'
import { performanceIndicatorRoutes } from '#api/routes/performance-indicators.ts'
import { operationRoutes, queueRoutes, securityEventRoutes, storageRoutes, trafficRoutes } from '#api/routes/queues.ts'
import { readModelRoutes } from '#api/routes/read-models.ts'
import type { Rebuilds } from '#api/services/operations/rebuilds.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import type { Plan } from '#schemas/billing/plans.ts'
import type { PagePayment } from '#schemas/resources/payment.ts'
import type { InspectedReadModel } from '#schemas/resources/read-models.ts'
import type { Storage } from '#schemas/resources/storage.ts'

type OperatorsSetup = {
  ledger: Ledger
  readModels: ReadModels
  /** E-mail addresses of the operators, in lower case (D-02). */
  operatorEmails: readonly string[]
  timeZone: string
  plans: readonly Plan[]
  payment: PagePayment
  inspectReadModels: () => Promise<InspectedReadModel[]>
  rebuilds: Rebuilds
  replayMetrics: MetricsSetup['replay']
  queues: Omit<JobQueues, 'close'>
  inspectStorage: () => Promise<Storage>
  securityCounts: Pick<DayCounts, 'of'>
}

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
}: OperatorsSetup): Route[] => [
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
