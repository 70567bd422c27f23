import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { signIn } from '#schemas/resources/sessions.ts'
import { today } from '#schemas/time/dates.ts'
import { findBearerIn } from './adapters/bearers.ts'
import { accessTokenText, apiTokenText, personalTokenText } from './adapters/credential-texts.ts'
import { isLoopback } from './adapters/loopback.ts'
import { verifyPassword } from './adapters/passwords.ts'
import { openNews } from './adapters/payment/open-payments.ts'
import { findSessionBy } from './adapters/session-tokens.ts'
import { inspectStorage } from './adapters/storage.ts'
import { vatNumberIn } from './adapters/vat-numbers.ts'
import { buildApp } from './app.ts'
import { taxOn } from './domain/tax.ts'
import type { Env } from './env/env.ts'
import { drainable } from './http/drain.ts'
import { linkPass } from './http/link-pass.ts'
import { openPage, showUnframed } from './http/pages.ts'
import { patientServer } from './http/patient-server.ts'
import { openSecurityLog } from './http/security-log.ts'
import { sessionCookieName } from './http/session.ts'
import { forgiveAccount, openLimits } from './http/throttle.ts'
import { answerUnread } from './http/unread-requests.ts'
import { browserSessions } from './installation/browser-sessions.ts'
import { pageSettings, paymentForm } from './installation/page-settings.ts'
import { openPipeline } from './pipeline.ts'
import type { Ports } from './ports.ts'
import { openFreshnessGate } from './read-side/freshness-gate.ts'
import { inspectReadModels } from './read-side/inspect-read-models.ts'
import { openReadModels } from './read-side/read-models.ts'
import { openRequestCache } from './read-side/request-cache.ts'
import { liveHub } from './routes/live.ts'
import { allRoutes } from './routes/registry.ts'
import { openTextQuota } from './services/accounts/text-quota.ts'
import { openBillingOrders, patience } from './services/billing/billing-orders.ts'
import { openPlanChanges } from './services/billing/plan-changes.ts'
import { openPlanLimits } from './services/billing/plan-limits.ts'
import { openShareAccess } from './services/files/share-access.ts'
import { openUploadQuota } from './services/files/upload-quota.ts'
import { openSiteQuota } from './services/records/site-quota.ts'

export type ServerSetup = {
  env: Env
  /** Closed with the server. */
  ports: Ports
  /** Folder of the built web app. */
  webFolder: string
  logger: Logger
  /** Milliseconds since 1970, by which read models are too old or not. */
  now?: () => number
  /** Milliseconds that a request waits for the payment provider. */
  patience?: number
}

export type Server = { port: number; close: () => Promise<void> }

/** Builds the app and starts listening; resolves once requests are accepted. */
export const startServer = async (setup: ServerSetup): Promise<Server> => {
  const { env, ports, webFolder, logger, now = Date.now } = setup
  const { keys, ledger, content, stores, projector, rebuilds } = ports
  const { readModels, reopen, close: closeReadModels } = openReadModels(ports.readModels, ports.readers)
  const cache = openRequestCache()
  projector.onMove(cache.clear)
  projector.onReplaced(reopen)

  const mailGoesOut = env.mailUrl !== undefined
  const { gate, ...catchUp } = openFreshnessGate({ projector, lastPosition: ledger.lastPosition, now })
  const local = isLoopback(env.appUrl)
  const limits = openLimits(stores.limit, keys.digest, local)
  const security = openSecurityLog({ logger, digest: keys.digest, counts: stores.securityCounts })
  const uploads = join(env.dataDir, 'uploads')

  const listedUpTo = catchUp.listsWith([]).position
  const planChanges = openPlanChanges(listedUpTo)
  const planLimits = openPlanLimits(readModels, env.plans, planChanges)

  const { teams } = readModels
  const uploadQuota = openUploadQuota({ teams, limits: planLimits, tallies: stores.tallies, local: limits.local })
  const pipeline = openPipeline({
    env,
    ports,
    readModels,
    gate,
    cache,
    planLimits,
    uploadQuota,
    limits,
    security,
    uploads,
  })
  let stopping = false
  const payment = paymentForm(env)
  const taxRules = { collected: env.collectVat, home: env.homeCountry, numberIn: vatNumberIn }
  const live = liveHub(projector.onChange, projector.onRights)
  const stopListening = stores.onSessionEnded(live.end)
  const readPage = openPage(webFolder, pageSettings(env, payment))
  const secure = env.appUrl.startsWith('https:')
  const routes = allRoutes({
    ledger,
    content,
    readModels,
    secrets: {
      digest: keys.digest,
      hashPassword: ports.hashPassword,
      verifyPassword,
      isOutdatedHash: ports.isOutdatedHash,
      countText: openTextQuota({ tallies: stores.tallies, digest: keys.digest, security, local }),
    },
    sessions: { store: stores.sessions, tokens: stores.sessionTokens },
    operatorEmails: env.operatorEmails,
    requireVerifiedEmail: env.requireVerifiedEmail,
    mailGoesOut,
    forgive: (email) => forgiveAccount(signIn, limits, email),
    readiness: () => ({ ...projector.readiness(), stopping }),
    catchUp,
    live,
    timeZone: env.timezone,
    plans: env.plans,
    payment,
    payments: ports.payments,
    cardUpFront: env.cardUpFront,
    orders: openBillingOrders(ledger, setup.patience ?? patience, env.billing),
    patience: setup.patience ?? patience,
    readNews: await openNews(env),
    uploadQuota,
    planLimits,
    planChanges,
    quota: openSiteQuota({ sites: readModels.sites, limits: planLimits, listedUpTo }),
    country: { header: env.countryHeader, home: env.homeCountry },
    taxOf: (address) => taxOn(today(new Date(), env.timezone), address, taxRules),
    inspectReadModels: async () => inspectReadModels(ports.readModels, projector.states(), await ledger.lastPosition()),
    rebuilds,
    replayMetrics: ports.replayMetrics,
    queues: stores.queues,
    inspectStorage: () => inspectStorage(env),
    securityCounts: stores.securityCounts,
    newsAsked: stores.newsAsked,
    lastUses: stores.lastUses,
    security,
    consentRequests: stores.consentRequests,
    zipRequests: stores.zipRequests,
    shareAccess: openShareAccess(pipeline.caller, env.requireVerifiedEmail, readModels),
    linkPass: linkPass(keys.digest, secure),
    showPage: showUnframed(readPage),
    issuer: env.appUrl,
    importLocks: stores.importLocks,
    scratchFolder: uploads,
  })
  const sessionCookie = sessionCookieName(secure)
  const app = buildApp({
    routes,
    pipeline,
    sessions: browserSessions(stores.sessions, { name: sessionCookie, secret: keys.secret('session-cookie'), secure }),
    findBearer: findBearerIn(
      [
        { via: 'token', text: apiTokenText, holder: cache.memoize(readModels.apiTokens.holder) },
        { via: 'personal-token', text: personalTokenText, holder: cache.memoize(readModels.personalTokens.holder) },
        { via: 'oauth', text: accessTokenText, holder: cache.memoize(readModels.oauthGrants.holder) },
      ],
      findSessionBy(stores.sessionTokens, stores.sessions),
      stores.lastUses.note,
    ),
    sessionCookie,
    appUrl: env.appUrl,
    webFolder,
    readPage,
    payment,
    trustProxy: env.trustProxy,
    logger,
  })
  const server = patientServer(app)
  answerUnread(server, (refused) => logger.info(refused, 'request could not be read'))
  const drain = drainable(server)
  server.listen(env.port, env.host)
  await once(server, 'listening')

  const close = async () => {
    stopping = true
    // Balancers see by /ready that they have to send requests elsewhere.
    await wait(env.drainSeconds * 1000)
    const drained = drain()
    // Live streams do not end by themselves; their readers reconnect elsewhere.
    live.endAll()
    await drained
    await rebuilds.close()
    await closeReadModels()
    stopListening()
    await ports.close()
  }
  return { port: (server.address() as AddressInfo).port, close }
}
