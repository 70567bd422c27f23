import { verifyPassword } from '#api/adapters/passwords.ts'
import { openNews } from '#api/adapters/payment/open-payments.ts'
import type { Replicas } from '#api/adapters/replicas.ts'
import { sampleStore } from '#api/adapters/sample-contents/sample-contents.ts'
import { vatNumberIn } from '#api/adapters/vat-numbers.ts'
import { taxOn } from '#api/domain/tax.ts'
import type { Env } from '#api/env/env.ts'
import { linkPass } from '#api/http/link-pass.ts'
import type { ReadPage } from '#api/http/pages.ts'
import type { RequestPipeline } from '#api/http/request-pipeline.ts'
import { forgiveAccount } from '#api/http/throttle.ts'
import type { CatchUp } from '#api/imports/catching-up.ts'
import type { Ports } from '#api/ports.ts'
import type { liveHub } from '#api/routes/live.ts'
import type { Readiness } from '#api/routes/status.ts'
import { openTextQuota } from '#api/services/accounts/text-quota.ts'
import { openBillingOrders } from '#api/services/billing/billing-orders.ts'
import type { PlanChanges } from '#api/services/billing/plan-changes.ts'
import type { PlanLimits } from '#api/services/billing/plan-limits.ts'
import { openShareAccess } from '#api/services/files/share-access.ts'
import type { UploadQuota } from '#api/services/files/upload-quota.ts'
import type { SharedRebuilds, SharedReplays } from '#api/services/operations/rebuilds.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { openSiteQuota } from '#api/services/records/site-quota.ts'
import type { MembershipQueries } from '#projections/past/memberships.ts'
import { signIn } from '#schemas/resources/sessions.ts'
import type { SharedStorage } from '#schemas/resources/storage.ts'
import { type Clock, dayOf } from '#schemas/time/dates.ts'
import { paymentForm } from './page-settings.ts'

export type RoutesSetup = {
  env: Env
  ports: Ports
  readModels: ReadModels
  /** The same as they stood at the moment of a request, and the time that it was then. */
  past: { readModels: ReadModels; memberships: MembershipQueries; clock: Clock }
  pipeline: RequestPipeline
  catchUp: CatchUp
  plans: { limits: PlanLimits; changes: PlanChanges; uploads: UploadQuota }
  live: Pick<ReturnType<typeof liveHub>, 'follow' | 'whenEnded'>
  readPage: ReadPage
  /** How this process stands, and the others. */
  standing: {
    readiness: () => Readiness
    replicas: Replicas
    rebuilds: SharedRebuilds
    replays: SharedReplays
    storage: () => Promise<SharedStorage>
  }
  /** Milliseconds that a request waits for the payment provider. */
  patience: number
  /** Folder for files that are needed only during a request. */
  scratchFolder: string
}

/** What is made once for several areas of routes. */
export const openRouteTools = async ({ env, ports, readModels, pipeline, catchUp, plans, patience }: RoutesSetup) => {
  const { keys, ledger, content, stores } = ports
  const { security, limits } = pipeline
  const { digest } = keys
  const quota = openSiteQuota({
    sites: readModels.records.sites,
    limits: plans.limits,
    listedUpTo: catchUp.listsWith([]).position,
  })
  const clock: Clock = { now: () => new Date(), timeZone: env.timezone }
  const taxRules = { collected: env.collectVat, home: env.homeCountry, numberIn: vatNumberIn }
  return {
    clock,
    mailGoesOut: env.mailUrl !== undefined,
    payment: paymentForm(env),
    quota,
    taxOf: (address: Parameters<typeof taxOn>[1]) => taxOn(dayOf(clock), address, taxRules),
    secrets: {
      ...ports.hashing,
      digest,
      makeKey: (personId: string) => keys.forSealing(personId, true),
      verifyPassword,
      countText: openTextQuota({ tallies: stores.counts.tallies, digest, security, local: limits.local }),
    },
    orders: openBillingOrders(ledger, patience, env.billing),
    readNews: await openNews(env),
    access: openShareAccess(pipeline.caller, env.requireVerifiedEmail, readModels),
    pass: linkPass(digest, env.appUrl.startsWith('https:')),
    storeSample: sampleStore(content),
    forgive: (email: string) => forgiveAccount(signIn, limits, email),
  }
}
export type RouteTools = Awaited<ReturnType<typeof openRouteTools>>
