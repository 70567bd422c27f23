import type { ContentStore } from '#api/adapters/content-store.ts'
import type { ImportLocks } from '#api/adapters/import-locks.ts'
import type { JobQueues } from '#api/adapters/job-queues.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import type { Route } from '#api/http/route.ts'
import type { Plan } from '#schemas/plans.ts'
import type { ReadModel } from '#schemas/resources/read-models.ts'
import { accountRoutes } from './account.ts'
import { announcementRoutes } from './announcements.ts'
import { apiTokenRoutes } from './api-tokens.ts'
import { bulkChangeRoutes } from './bulk-changes.ts'
import { categoryRoutes } from './categories.ts'
import { clientRoutes } from './clients.ts'
import { contentRoutes } from './content.ts'
import { documentRoutes } from './documents.ts'
import { emailProofRoutes } from './email-proofs.ts'
import { fileChangeRoutes } from './file-changes.ts'
import { fileRoutes } from './files.ts'
import { type CountryGuess, geocodeRoutes } from './geocode.ts'
import { historyRoutes } from './history.ts'
import { impersonationRoutes } from './impersonation.ts'
import { importRoutes } from './imports.ts'
import { interestRoutes } from './interest.ts'
import { invitationRoutes } from './invitations.ts'
import { type liveHub, liveRoutes } from './live.ts'
import { memberRoutes } from './members.ts'
import { type MetricsSetup, metricRoutes } from './metrics.ts'
import { notificationRoutes } from './notifications.ts'
import { passwordRoutes } from './passwords.ts'
import { pendingInvitationRoutes } from './pending-invitations.ts'
import { personalDataRoutes } from './personal-data.ts'
import { pictureRoutes } from './pictures.ts'
import { planRoutes } from './plans.ts'
import { queueRoutes } from './queues.ts'
import { type Rebuilds, readModelRoutes } from './read-models.ts'
import type { ReadModels } from './reading.ts'
import type { Secrets } from './register-account.ts'
import { registrationRoutes } from './registration.ts'
import { searchRoutes } from './search.ts'
import { searchEverythingRoutes } from './search-everything.ts'
import { type Sessions, sessionRoutes } from './sessions.ts'
import { type Credentials, signInRoutes } from './sign-in.ts'
import type { SitePlaces } from './site-places.ts'
import { siteRoutes } from './sites.ts'
import { statusRoutes } from './status.ts'
import { supportRoutes } from './support.ts'
import { teamInvitationRoutes } from './team-invitations.ts'
import { teamRoutes } from './teams.ts'
import { thumbnailRoutes } from './thumbnails.ts'
import { trashRoutes } from './trash.ts'
import { twoFactorRoutes } from './two-factor.ts'
import { uploadRoutes } from './uploads.ts'
import { visitRoutes } from './visits.ts'

export type RouteSetup = {
  ledger: Ledger
  content: ContentStore
  readModels: ReadModels
  secrets: Secrets & Credentials
  sessions: Sessions
  /** Addresses of those who run the platform, in lower case (D-02). */
  operatorEmails: readonly string[]
  /** Whether addresses are to be verified (D-94). */
  requireVerifiedEmail: boolean
  readiness: () => { ready: boolean; position: string }
  /** The place in the log that the slowest read model has reached. */
  position: () => string
  /** Waits until the read models hold everything that is in the log now; false where they are behind. */
  caughtUp: () => Promise<boolean>
  live: Pick<ReturnType<typeof liveHub>, 'follow' | 'whenEnded'>
  timeZone: string
  plans: readonly Plan[]
  /** The site limits of all teams. */
  places: SitePlaces
  country: CountryGuess
  lookAtReadModels: () => Promise<ReadModel[]>
  rebuilds: Rebuilds
  replayMetrics: MetricsSetup['replay']
  queues: Pick<JobQueues, 'look' | 'retry'>
  importLocks: ImportLocks
  /** Folder for what is needed only while a request is answered. */
  scratchFolder: string
}

/** Every route there is. */
export const allRoutes = ({
  ledger,
  content,
  readModels,
  secrets,
  sessions,
  operatorEmails,
  requireVerifiedEmail,
  readiness,
  position,
  caughtUp,
  live,
  timeZone,
  plans,
  places,
  country,
  lookAtReadModels,
  rebuilds,
  replayMetrics,
  queues,
  importLocks,
  scratchFolder,
}: RouteSetup): Route[] => [
  ...statusRoutes(readiness),
  ...registrationRoutes({ ledger, content, secrets, plans, operatorEmails, requireVerifiedEmail }, readModels),
  ...signInRoutes(ledger, secrets),
  ...sessionRoutes(ledger, sessions, readModels.accounts),
  ...impersonationRoutes(ledger, operatorEmails),
  ...passwordRoutes(ledger, secrets),
  ...emailProofRoutes(ledger, secrets.digest),
  ...twoFactorRoutes(ledger, secrets.digest),
  ...accountRoutes({ ledger, content, digest: secrets.digest, operatorEmails, requireVerifiedEmail }, readModels),
  ...apiTokenRoutes(ledger, secrets.digest, readModels.apiTokens),
  ...personalDataRoutes({ ledger, verifyPassword: secrets.verifyPassword, sessions, caughtUp }, readModels),
  ...pictureRoutes(content, readModels),
  ...teamRoutes({ ledger, content, digest: secrets.digest, plans }, readModels),
  ...memberRoutes(ledger, readModels),
  ...invitationRoutes({ ledger, digest: secrets.digest, plans }, readModels),
  ...pendingInvitationRoutes(ledger, plans, readModels),
  ...teamInvitationRoutes(ledger, content, readModels),
  // Before the lists: one may search for a word that is a part of their paths.
  ...searchRoutes(readModels),
  ...searchEverythingRoutes(readModels),
  ...categoryRoutes(ledger, readModels.categories),
  ...clientRoutes({ ledger, places }, readModels),
  ...siteRoutes({ ledger, places }, readModels),
  ...thumbnailRoutes({ ledger, content }, readModels),
  ...visitRoutes(ledger, readModels),
  ...fileRoutes(readModels),
  ...fileChangeRoutes(ledger, readModels),
  ...bulkChangeRoutes(ledger),
  ...uploadRoutes(ledger, content, readModels, timeZone),
  ...documentRoutes(ledger, content, readModels.documents, timeZone),
  ...contentRoutes(content, readModels),
  ...trashRoutes({ ledger, places, caughtUp }, readModels),
  ...historyRoutes(readModels, timeZone),
  ...notificationRoutes(ledger, readModels),
  ...announcementRoutes(ledger, readModels.announcements),
  ...supportRoutes(ledger),
  ...interestRoutes(ledger, secrets.digest),
  ...planRoutes(plans),
  ...readModelRoutes(lookAtReadModels, rebuilds),
  ...metricRoutes(readModels, { replay: replayMetrics, rebuilds }),
  ...queueRoutes(queues),
  ...importRoutes({ ledger, places, caughtUp, position, locks: importLocks, folder: scratchFolder }, readModels),
  ...geocodeRoutes(country),
  ...liveRoutes(readModels.changes, live, position),
]
