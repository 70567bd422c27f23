import type { ContentStore } from '#api/adapters/content-store.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import type { Route } from '#api/http/route.ts'
import type { Plan } from '#schemas/plans.ts'
import { accountRoutes } from './account.ts'
import { clientRoutes } from './clients.ts'
import { contentRoutes } from './content.ts'
import { fileRoutes } from './files.ts'
import { type CountryGuess, geocodeRoutes } from './geocode.ts'
import { type liveHub, liveRoutes } from './live.ts'
import { notificationRoutes } from './notifications.ts'
import { planRoutes } from './plans.ts'
import type { ReadModels } from './reading.ts'
import type { Secrets } from './register-account.ts'
import { registrationRoutes } from './registration.ts'
import { type Credentials, sessionRoutes } from './sessions.ts'
import { siteRoutes } from './sites.ts'
import { statusRoutes } from './status.ts'
import { uploadRoutes } from './uploads.ts'
import { visitRoutes } from './visits.ts'

export type RouteSetup = {
  ledger: Ledger
  content: ContentStore
  readModels: ReadModels
  secrets: Secrets & Credentials
  readiness: () => { ready: boolean; position: string }
  follow: ReturnType<typeof liveHub>
  timeZone: string
  plans: readonly Plan[]
  country: CountryGuess
}

/** Every route there is. */
export const allRoutes = ({
  ledger,
  content,
  readModels,
  secrets,
  readiness,
  follow,
  timeZone,
  plans,
  country,
}: RouteSetup): Route[] => [
  ...statusRoutes(readiness),
  ...registrationRoutes(ledger, secrets, plans),
  ...sessionRoutes(ledger, secrets, readModels.accounts),
  ...accountRoutes(readModels),
  ...clientRoutes(ledger, readModels.clients),
  ...siteRoutes(ledger, readModels.sites, readModels.clients),
  ...visitRoutes(ledger, readModels),
  ...fileRoutes(readModels),
  ...uploadRoutes(ledger, content, readModels, timeZone),
  ...contentRoutes(content, readModels.files),
  ...notificationRoutes(ledger, readModels),
  ...planRoutes(plans),
  ...geocodeRoutes(country),
  ...liveRoutes(readModels.changes, follow),
]
