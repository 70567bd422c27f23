import type { ConsentRequests } from '#api/adapters/consent-requests.ts'
import type { ContentStore } from '#api/adapters/content-store.ts'
import type { DayCounts } from '#api/adapters/day-counts.ts'
import type { ImportLocks } from '#api/adapters/import-locks.ts'
import type { JobQueues } from '#api/adapters/job-queues.ts'
import type { LastUses } from '#api/adapters/last-uses.ts'
import type { NewsAsked } from '#api/adapters/news-asked.ts'
import type { ReadNews } from '#api/adapters/payment/payment-news.ts'
import type { PaymentQuestions } from '#api/adapters/payment/payment-questions.ts'
import type { ZipRequests } from '#api/adapters/zip-requests.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import type { ShowPage } from '#api/http/pages.ts'
import { type Route, reading } from '#api/http/route.ts'
import type { SecurityLog } from '#api/http/security-log.ts'
import type { Lists } from '#api/imports/catching-up.ts'
import { presentTeam } from '#api/presenters/team.ts'
import type { TaxOf } from '#api/sagas/give-address.ts'
import type { BillingOrders } from '#api/services/billing-orders.ts'
import { orNotFound } from '#api/services/owned.ts'
import type { PlanChanges } from '#api/services/plan-changes.ts'
import type { PlanLimits } from '#api/services/plan-limits.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import type { Rebuilds } from '#api/services/rebuilds.ts'
import type { Secrets } from '#api/services/register-account.ts'
import type { SiteQuota } from '#api/services/site-quota.ts'
import type { UploadQuota } from '#api/services/upload-quota.ts'
import type { Plan } from '#schemas/plans.ts'
import type { PagePayment } from '#schemas/resources/payment.ts'
import type { InspectedReadModel } from '#schemas/resources/read-models.ts'
import type { Storage } from '#schemas/resources/storage.ts'
import { accountRoutes, userPresenter } from './account.ts'
import { announcementRoutes } from './announcements.ts'
import { apiTokenRoutes } from './api-tokens.ts'
import { authorizedAppRoutes } from './authorized-apps.ts'
import { billingRoutes } from './billing.ts'
import { bulkChangeRoutes } from './bulk-changes.ts'
import { categoryRoutes } from './categories.ts'
import { clientRoutes } from './clients.ts'
import { confirmIdentityRoutes } from './confirm-identity.ts'
import { contentRoutes } from './content.ts'
import { couponRoutes } from './coupons.ts'
import { deletionRoutes } from './deletions.ts'
import { documentRoutes } from './documents.ts'
import { emailProofRoutes } from './email-proofs.ts'
import { expiryReminderRoutes } from './expiry-reminders.ts'
import { fileChangeRoutes } from './file-changes.ts'
import { fileVersionRoutes } from './file-versions.ts'
import { fileRoutes } from './files.ts'
import { type CountryGuess, geocodeRoutes } from './geocode.ts'
import { historyRoutes } from './history.ts'
import { impersonationRoutes } from './impersonation.ts'
import { importRoutes } from './imports.ts'
import { interestRoutes } from './interest.ts'
import { invitationRoutes } from './invitations.ts'
import { invoiceRoutes } from './invoices.ts'
import { jobOriginRoutes } from './job-origin.ts'
import { kioskBillingRoutes } from './kiosk-billing.ts'
import { kioskDiscountRoutes } from './kiosk-discounts.ts'
import { kioskLimitRoutes } from './kiosk-limits.ts'
import { kioskProfileRoutes } from './kiosk-profiles.ts'
import { kioskTeamRoutes } from './kiosk-teams.ts'
import { kioskTrialRoutes } from './kiosk-trials.ts'
import { kioskUserRoutes } from './kiosk-users.ts'
import { listLookRoutes } from './list-looks.ts'
import { type liveHub, liveRoutes } from './live.ts'
import { memberRoutes } from './members.ts'
import { type MetricsSetup, metricRoutes } from './metrics.ts'
import { notificationRoutes } from './notifications.ts'
import { authorizationRoutes } from './oauth-authorization.ts'
import { oauthClientRoutes } from './oauth-clients.ts'
import { oauthMetadataRoutes } from './oauth-metadata.ts'
import { tokenRoutes } from './oauth-tokens.ts'
import { operationRoutes } from './operations.ts'
import { overviewRoutes } from './overview.ts'
import { passwordRoutes } from './passwords.ts'
import { paymentRoutes } from './payment.ts'
import { pendingInvitationRoutes } from './pending-invitations.ts'
import { performanceIndicatorRoutes } from './performance-indicators.ts'
import { personalDataRoutes } from './personal-data.ts'
import { personalTokenRoutes } from './personal-tokens.ts'
import { pictureRoutes } from './pictures.ts'
import { planRoutes } from './plans.ts'
import { queueRoutes } from './queues.ts'
import { readModelRoutes } from './read-models.ts'
import { registrationRoutes } from './registration.ts'
import { savedViewRoutes } from './saved-views.ts'
import { searchRoutes } from './search.ts'
import { searchEverythingRoutes } from './search-everything.ts'
import { securityEventRoutes } from './security-events.ts'
import { type Sessions, sessionRoutes } from './sessions.ts'
import { type SharePagesSetup, sharePageRoutes } from './share-pages.ts'
import { shareRoutes } from './shares.ts'
import { type Credentials, type Rehashing, signInRoutes } from './sign-in.ts'
import { siteRoutes } from './sites.ts'
import { type Readiness, statusRoutes } from './status.ts'
import { storageRoutes } from './storage.ts'
import { subscriptionPreviewRoutes } from './subscription-previews.ts'
import { supportRoutes } from './support.ts'
import { taxRateRoutes } from './tax-rate.ts'
import { teamInvitationRoutes } from './team-invitations.ts'
import { teamRoutes } from './teams.ts'
import { thumbnailRoutes } from './thumbnails.ts'
import { trafficRoutes } from './traffic.ts'
import { trashRoutes } from './trash.ts'
import { twoFactorRoutes } from './two-factor.ts'
import { uploadRoutes } from './uploads.ts'
import { visitRoutes } from './visits.ts'
import { webhookRoutes } from './webhooks.ts'
import { zipRoutes } from './zips.ts'

/** Waiting for what is in the log now; each answers false if read models are still behind. */
type CatchUp = {
  /** Waits for lists, and for these other read models. */
  lists: (reads?: readonly string[]) => Promise<boolean>
  all: () => Promise<boolean>
  /** Waits for a position of lists, and of these other read models. */
  listsWith: (reads: readonly string[]) => Lists
  /** The log position that lists and these other read models have reached. */
  position: (reads: readonly string[]) => string
  /** Whether the log has no event at a position. */
  isOfAnotherLog: (position: string) => Promise<boolean>
}

export type RouteSetup = {
  ledger: Ledger
  content: ContentStore
  readModels: ReadModels
  secrets: Secrets & Credentials & Rehashing
  sessions: Sessions
  /** E-mail addresses of the operators, in lower case (D-02). */
  operatorEmails: readonly string[]
  /** Whether users must verify their e-mail address (D-94). */
  requireVerifiedEmail: boolean
  /** Whether mails reach people, so that an address counts only once it is verified (D-94, D-99). */
  mailGoesOut: boolean
  /** Forgets the failed sign-ins of an address, whose owner has proven to be one (D-102). */
  forgive: (email: string) => Promise<void>
  readiness: () => Readiness
  catchUp: CatchUp
  live: Pick<ReturnType<typeof liveHub>, 'follow' | 'whenEnded'>
  timeZone: string
  plans: readonly Plan[]
  payment: PagePayment
  /** What may be asked of the payment provider. */
  payments: PaymentQuestions
  /** Whether a plan with a price is paid for before there is an account. */
  cardUpFront: boolean
  orders: BillingOrders
  /** Milliseconds that a request waits for the payment provider. */
  patience: number
  /** Reads what a payment provider sends; undefined where nobody knows how it is signed. */
  readNews: ReadNews | undefined
  /** The site quotas of all teams. */
  quota: SiteQuota
  planLimits: PlanLimits
  /** Changes of plan that begin in this process. */
  planChanges: PlanChanges
  /** What teams on a trial upload in a day. */
  uploadQuota: UploadQuota
  country: CountryGuess
  taxOf: TaxOf
  inspectReadModels: () => Promise<InspectedReadModel[]>
  rebuilds: Rebuilds
  replayMetrics: MetricsSetup['replay']
  queues: Omit<JobQueues, 'close'>
  inspectStorage: () => Promise<Storage>
  securityCounts: Pick<DayCounts, 'of'>
  newsAsked: Pick<NewsAsked, 'at'>
  lastUses: Pick<LastUses, 'of'>
  security: SecurityLog
  importLocks: ImportLocks
  consentRequests: ConsentRequests
  zipRequests: ZipRequests
  /** What share links lead to. */
  shareAccess: SharePagesSetup['access']
  /** Opens share links that ask for a password or count their openings. */
  linkPass: SharePagesSetup['pass']
  /** Answers with the page of the web app. */
  showPage: ShowPage
  /** APP_URL, as which this server gives tokens and links. */
  issuer: string
  /** Folder for files that are needed only during a request. */
  scratchFolder: string
}

/** The read models that imports and live updates need besides lists. */
const [forImports, forLiveUpdates] = [['imports'], ['changes']]

/** All routes of the API. */
export const allRoutes = ({
  ledger,
  content,
  readModels,
  secrets,
  sessions,
  operatorEmails,
  requireVerifiedEmail,
  mailGoesOut,
  forgive,
  readiness,
  catchUp,
  live,
  timeZone,
  plans,
  payment,
  payments,
  cardUpFront,
  orders,
  patience,
  readNews,
  quota,
  planLimits,
  planChanges,
  uploadQuota,
  country,
  taxOf,
  inspectReadModels,
  rebuilds,
  replayMetrics,
  queues,
  inspectStorage,
  securityCounts,
  newsAsked,
  lastUses,
  security,
  importLocks,
  consentRequests,
  zipRequests,
  shareAccess,
  linkPass,
  showPage,
  issuer,
  scratchFolder,
}: RouteSetup): Route[] => [
  ...statusRoutes(readiness),
  ...registrationRoutes(
    {
      ...{
        ledger,
        taxOf,
        payments,
        content,
        secrets,
        plans,
        currency: payment.currency,
        cardUpFront,
        patience,
        limits: planLimits,
      },
      ...{ operatorEmails, requireVerifiedEmail },
    },
    readModels,
  ),
  ...signInRoutes(ledger, secrets),
  ...confirmIdentityRoutes(ledger, secrets, security),
  ...sessionRoutes(ledger, sessions, readModels.accounts),
  ...impersonationRoutes(ledger, operatorEmails),
  ...passwordRoutes(ledger, secrets, readModels, forgive),
  ...emailProofRoutes(ledger, secrets.digest),
  ...twoFactorRoutes(ledger, secrets.digest),
  ...accountRoutes({ ledger, content, digest: secrets.digest, operatorEmails, requireVerifiedEmail }, readModels),
  ...apiTokenRoutes(ledger, secrets.digest, readModels.apiTokens, lastUses),
  ...oauthClientRoutes(ledger, secrets.digest, readModels.oauthClients, lastUses),
  ...personalTokenRoutes(ledger, secrets.digest, readModels, lastUses),
  ...authorizedAppRoutes(ledger, readModels, lastUses),
  ...authorizationRoutes({ requests: consentRequests, digest: secrets.digest, readModels, showPage, issuer }),
  ...tokenRoutes({ digest: secrets.digest, readModels, caughtUp: catchUp.lists }),
  ...oauthMetadataRoutes(issuer),
  ...reading(
    ['history'],
    personalDataRoutes(
      { ledger, verifyPassword: secrets.verifyPassword, sessions, lastUses, caughtUp: catchUp.lists },
      readModels,
    ),
  ),
  ...pictureRoutes(content, readModels),
  ...teamRoutes({ ledger, content, digest: secrets.digest, limits: planLimits }, readModels),
  ...billingRoutes(
    {
      ...{ ledger, taxOf, payments, plans, currency: payment.currency, orders, quota, changes: planChanges },
      showUser: userPresenter(readModels, requireVerifiedEmail),
      showTeam: (teamId, viewer, action) =>
        presentTeam(readModels, orNotFound(readModels.teams.team(teamId)), viewer, { action }),
    },
    readModels,
  ),
  ...couponRoutes({ ledger, payments, orders, currency: payment.currency }, readModels),
  ...kioskDiscountRoutes({ ledger, orders, currency: payment.currency }, readModels),
  ...subscriptionPreviewRoutes({ ledger, quota, taxOf, payments, plans, currency: payment.currency }, readModels),
  ...memberRoutes(readModels),
  ...invoiceRoutes(ledger, readModels),
  ...invitationRoutes({ ledger, digest: secrets.digest, limits: planLimits }, readModels),
  ...pendingInvitationRoutes(ledger, planLimits, mailGoesOut, readModels),
  ...teamInvitationRoutes(ledger, content, readModels),
  // Before the lists, so that a search text that equals a part of their paths is not matched by them.
  ...reading(['search'], searchRoutes(readModels, timeZone)),
  ...reading(['search'], searchEverythingRoutes(readModels)),
  ...categoryRoutes(readModels.categories),
  ...clientRoutes(readModels, timeZone),
  ...siteRoutes(quota, readModels, timeZone),
  ...thumbnailRoutes(content, readModels),
  ...visitRoutes(readModels, timeZone),
  ...fileRoutes(readModels, timeZone),
  ...fileChangeRoutes(readModels),
  ...bulkChangeRoutes(ledger, catchUp.listsWith([]), readModels, timeZone),
  ...fileVersionRoutes(content, readModels, uploadQuota),
  ...uploadRoutes(content, readModels, timeZone, uploadQuota),
  ...documentRoutes(content, readModels, timeZone, uploadQuota),
  ...zipRoutes(content, zipRequests, readModels, timeZone),
  ...contentRoutes(content, readModels),
  ...shareRoutes({ ...secrets, access: shareAccess, origin: issuer }, readModels),
  ...sharePageRoutes(
    { content, access: shareAccess, pass: linkPass, verifyPassword: secrets.verifyPassword, timeZone },
    readModels,
  ),
  ...deletionRoutes(readModels),
  ...listLookRoutes(),
  ...savedViewRoutes(readModels),
  ...trashRoutes({ ledger, quota, caughtUp: catchUp.lists }, readModels),
  ...reading(['history'], historyRoutes(readModels, timeZone)),
  ...reading(['history'], overviewRoutes(readModels, timeZone)),
  ...notificationRoutes(ledger, readModels),
  ...expiryReminderRoutes(ledger),
  ...announcementRoutes(ledger, readModels.announcements),
  ...supportRoutes(ledger),
  ...interestRoutes(ledger, secrets.digest),
  ...planRoutes(plans),
  ...paymentRoutes(payment, payments),
  ...webhookRoutes(ledger, payment.provider, readNews),
  ...kioskBillingRoutes(ledger, payment.provider, newsAsked, readModels),
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
  ...reading(
    forImports,
    importRoutes(
      {
        ...catchUp.listsWith(forImports),
        ...{ ledger, quota, locks: importLocks, folder: scratchFolder, everywhere: catchUp.all },
      },
      readModels,
    ),
  ),
  ...geocodeRoutes(country),
  ...taxRateRoutes(taxOf),
  ...reading(
    forLiveUpdates,
    liveRoutes(readModels, live, {
      notifiedUpTo: () => catchUp.position(forLiveUpdates),
      isOfAnotherLog: catchUp.isOfAnotherLog,
    }),
  ),
]
