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
import type { SecurityLog } from '#api/http/security-log.ts'
import type { Lists } from '#api/imports/catching-up.ts'
import type { CountryGuess } from '#api/routes/geocode.ts'
import type { liveHub } from '#api/routes/live.ts'
import type { MetricsSetup } from '#api/routes/metrics.ts'
import type { Sessions } from '#api/routes/sessions.ts'
import type { SharePagesSetup } from '#api/routes/share-pages.ts'
import type { Credentials, Rehashing } from '#api/routes/sign-in.ts'
import type { Readiness } from '#api/routes/status.ts'
import type { TaxOf } from '#api/sagas/give-address.ts'
import type { Secrets } from '#api/services/accounts/register-account.ts'
import type { BillingOrders } from '#api/services/billing/billing-orders.ts'
import type { PlanChanges } from '#api/services/billing/plan-changes.ts'
import type { PlanLimits } from '#api/services/billing/plan-limits.ts'
import type { UploadQuota } from '#api/services/files/upload-quota.ts'
import type { Rebuilds } from '#api/services/operations/rebuilds.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import type { SiteQuota } from '#api/services/records/site-quota.ts'
import type { Plan } from '#schemas/billing/plans.ts'
import type { PagePayment } from '#schemas/resources/payment.ts'
import type { InspectedReadModel } from '#schemas/resources/read-models.ts'
import type { Storage } from '#schemas/resources/storage.ts'

/** Waiting for what is in the log now; each answers false if read models are still behind. */
type CatchUp = {
  caughtUp: () => Promise<boolean>
  everywhere: () => Promise<boolean>
  /** Lists with these other read models, to wait for a position of. */
  listsWith: (reads: readonly string[]) => Lists
}

/** The dependencies of routes. */
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
  /** The questions that the payment provider may be asked. */
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
  /** The uploads of teams on a trial in a day. */
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
  /** The targets of share links. */
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
