import type { Route } from '#api/http/route.ts'
import { billingArea } from './registry/billing.ts'
import { contentsArea } from './registry/contents.ts'
import { messagesArea } from './registry/messages.ts'
import { operatorsArea } from './registry/operators.ts'
import { peopleArea } from './registry/people.ts'
import { programsArea } from './registry/programs.ts'
import { recordsArea } from './registry/records.ts'
import type { RouteSetup } from './registry/setup.ts'
import { teamsArea } from './registry/teams.ts'
import { statusRoutes } from './status.ts'

/** All routes of the API, by area. */
export const allRoutes = (setup: RouteSetup): Route[] => [
  ...statusRoutes(setup.readiness),
  ...peopleArea(setup),
  ...programsArea(setup),
  ...teamsArea(setup),
  ...billingArea(setup),
  ...recordsArea(setup),
  ...contentsArea(setup),
  ...messagesArea(setup),
  ...operatorsArea(setup),
]
