import { verifyPassword } from '#api/adapters/passwords.ts'
import { openNews } from '#api/adapters/payment/open-payments.ts'
import { inspectStorage } from '#api/adapters/storage.ts'
import { vatNumberIn } from '#api/adapters/vat-numbers.ts'
import { taxOn } from '#api/domain/tax.ts'
import type { Env } from '#api/env/env.ts'
import { linkPass } from '#api/http/link-pass.ts'
import { type ReadPage, showUnframed } from '#api/http/pages.ts'
import type { RequestPipeline } from '#api/http/request-pipeline.ts'
import type { Route } from '#api/http/route.ts'
import { forgiveAccount } from '#api/http/throttle.ts'
import type { CatchUp } from '#api/imports/catching-up.ts'
import type { Ports } from '#api/ports.ts'
import { inspectReadModels } from '#api/read-side/inspect-read-models.ts'
import { apiTokenRoutes } from '#api/routes/api-tokens.ts'
import { invitationRoutes } from '#api/routes/invitations.ts'
import type { liveHub } from '#api/routes/live.ts'
import { memberRoutes, pendingInvitationRoutes } from '#api/routes/members.ts'
import { authorizationRoutes } from '#api/routes/oauth-authorization.ts'
import { oauthClientRoutes } from '#api/routes/oauth-clients.ts'
import { oauthMetadataRoutes } from '#api/routes/oauth-metadata.ts'
import { tokenRoutes } from '#api/routes/oauth-tokens.ts'
import { authorizedAppRoutes, personalTokenRoutes } from '#api/routes/personal-tokens.ts'
import { billingArea } from '#api/routes/registry/billing.ts'
import { contentsArea } from '#api/routes/registry/contents.ts'
import { messagesArea } from '#api/routes/registry/messages.ts'
import { operatorsArea } from '#api/routes/registry/operators.ts'
import { peopleArea } from '#api/routes/registry/people.ts'
import { recordsArea } from '#api/routes/registry/records.ts'
import { type Readiness, statusRoutes } from '#api/routes/status.ts'
import { teamInvitationRoutes } from '#api/routes/team-invitations.ts'
import { teamRoutes } from '#api/routes/teams.ts'
import { openTextQuota } from '#api/services/accounts/text-quota.ts'
import { openBillingOrders } from '#api/services/billing/billing-orders.ts'
import type { PlanChanges } from '#api/services/billing/plan-changes.ts'
import type { PlanLimits } from '#api/services/billing/plan-limits.ts'
import { openShareAccess } from '#api/services/files/share-access.ts'
import type { UploadQuota } from '#api/services/files/upload-quota.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { openSiteQuota } from '#api/services/records/site-quota.ts'
import { signIn } from '#schemas/resources/sessions.ts'
import { today } from '#schemas/time/dates.ts'
import { paymentForm } from './page-settings.ts'

type RoutesSetup = {
  env: Env
  ports: Ports
  readModels: ReadModels
  pipeline: RequestPipeline
  catchUp: CatchUp
  plans: { limits: PlanLimits; changes: PlanChanges }
  uploadQuota: UploadQuota
  live: Pick<ReturnType<typeof liveHub>, 'follow' | 'whenEnded'>
  readPage: ReadPage
  readiness: () => Readiness
  /** Milliseconds that a request waits for the payment provider. */
  patience: number
  /** Folder for files that are needed only during a request. */
  scratchFolder: string
}

/** All routes of the API in this installation: each area, and each maker of routes, is given what it needs. */
export const openRoutes = async (setup: RoutesSetup): Promise<Route[]> => {
  const { env, ports, readModels, pipeline, catchUp, plans, uploadQuota, live, patience } = setup
  const { keys, ledger, content, stores, payments } = ports
  const { security, limits } = pipeline
  const { digest } = keys
  const { caughtUp, listsWith } = catchUp
  const { lastUses } = stores
  const { operatorEmails, requireVerifiedEmail, timezone: timeZone, appUrl: issuer } = env
  const mailGoesOut = env.mailUrl !== undefined
  const payment = paymentForm(env)
  const quota = openSiteQuota({ sites: readModels.sites, limits: plans.limits, listedUpTo: listsWith([]).position })
  const taxRules = { collected: env.collectVat, home: env.homeCountry, numberIn: vatNumberIn }
  const taxOf = (address: Parameters<typeof taxOn>[1]) => taxOn(today(new Date(), timeZone), address, taxRules)
  const secrets = {
    ...ports.hashing,
    digest,
    verifyPassword,
    countText: openTextQuota({ tallies: stores.counts.tallies, digest, security, local: limits.local }),
  }

  return [
    ...statusRoutes(setup.readiness),
    ...peopleArea({
      ledger,
      content,
      readModels,
      secrets,
      sessions: { store: stores.sessions, tokens: stores.sessionTokens },
      addresses: { operatorEmails, requireVerifiedEmail, mailGoesOut },
      forgive: (email) => forgiveAccount(signIn, limits, email),
      caughtUp,
      checkout: {
        taxOf,
        payments,
        plans: env.plans,
        currency: payment.currency,
        cardUpFront: env.cardUpFront,
        patience,
      },
      planLimits: plans.limits,
      lastUses,
      security,
    }),
    ...apiTokenRoutes(ledger, digest, readModels.apiTokens, lastUses),
    ...oauthClientRoutes(ledger, digest, readModels.oauthClients, lastUses),
    ...personalTokenRoutes(ledger, digest, readModels, lastUses),
    ...authorizedAppRoutes(ledger, readModels, lastUses),
    ...authorizationRoutes({
      requests: stores.requests.consents,
      digest,
      readModels,
      showPage: showUnframed(setup.readPage),
      issuer,
    }),
    ...tokenRoutes({ digest, readModels, caughtUp }),
    ...oauthMetadataRoutes(issuer),
    ...teamRoutes({ ledger, content, digest, limits: plans.limits }, readModels),
    ...memberRoutes(readModels),
    ...invitationRoutes({ ledger, digest, limits: plans.limits }, readModels),
    ...pendingInvitationRoutes(ledger, plans.limits, mailGoesOut, readModels),
    ...teamInvitationRoutes(ledger, content, readModels),
    ...billingArea({
      ledger,
      readModels,
      requireVerifiedEmail,
      plans: env.plans,
      payment,
      payments,
      orders: openBillingOrders(ledger, patience, env.billing),
      readNews: await openNews(env),
      quota,
      planChanges: plans.changes,
      taxOf,
      newsAsked: stores.newsAsked,
    }),
    ...recordsArea({
      ledger,
      content,
      readModels,
      catchUp,
      timeZone,
      quota,
      uploadQuota,
      country: { header: env.countryHeader, home: env.homeCountry },
      importLocks: stores.importLocks,
      scratchFolder: setup.scratchFolder,
    }),
    ...contentsArea({
      ledger,
      content,
      readModels,
      secrets,
      listsWith,
      timeZone,
      zipRequests: stores.requests.zips,
      shareAccess: openShareAccess(pipeline.caller, requireVerifiedEmail, readModels),
      linkPass: linkPass(digest, issuer.startsWith('https:')),
      issuer,
    }),
    ...messagesArea({ ledger, readModels, digest, listsWith, live }),
    ...operatorsArea({
      ledger,
      readModels,
      operatorEmails,
      timeZone,
      plans: env.plans,
      payment,
      inspectReadModels: () =>
        inspectReadModels({
          folder: ports.readModels.folder,
          projector: ports.projector,
          lastPosition: ledger.lastPosition,
        }),
      rebuilds: ports.rebuilds,
      replayMetrics: ports.replayMetrics,
      queues: stores.queues,
      inspectStorage: () => inspectStorage(env),
      securityCounts: stores.counts.securityEvents,
    }),
  ]
}
