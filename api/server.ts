import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { facilities } from '#projections/facilities/facilities.ts'
import { today } from '#schemas/time/dates.ts'
import { isLoopback } from './adapters/loopback.ts'
import { buildApp } from './app.ts'
import type { Env } from './env/env.ts'
import { replicaNameOf } from './env/replica-name.ts'
import { drainable } from './http/drain.ts'
import { openPage } from './http/pages.ts'
import { patientServer } from './http/patient-server.ts'
import { openSecurityLog } from './http/security-log.ts'
import { sessionCookieName } from './http/session.ts'
import { openLimits } from './http/throttle.ts'
import { browserSessions } from './installation/browser-sessions.ts'
import { lookForContent } from './installation/content.ts'
import { pageSettings, paymentForm } from './installation/page-settings.ts'
import { joinReplicas } from './installation/replica.ts'
import { openRoutes } from './installation/routes.ts'
import { tokenBearers } from './installation/token-bearers.ts'
import { openPacks } from './packs/open-packs.ts'
import { openPipeline } from './pipeline.ts'
import type { Ports } from './ports.ts'
import { openFreshnessGate } from './read-side/freshness-gate.ts'
import { presentMoment } from './read-side/moments.ts'
import { openPast } from './read-side/past.ts'
import { openReadModels } from './read-side/read-models.ts'
import { openRequestCache } from './read-side/request-cache.ts'
import { liveHub } from './routes/live.ts'
import { patience } from './services/billing/billing-orders.ts'
import { openPlanChanges } from './services/billing/plan-changes.ts'
import { openPlanLimits } from './services/billing/plan-limits.ts'
import { openUploadQuota } from './services/files/upload-quota.ts'

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
  /** Called with a line when another process has the same name and goes on. */
  taken?: (line: string) => void
  /** Called with a line when it cannot go on: another process reads what it cannot, or its content is not there. */
  unfit?: (line: string) => void
}

/** Milliseconds that lists are waited for at a start, which may have to build them: the most that a timer takes. */
const longestBuild = 2 ** 31 - 1

export type Server = { port: number; close: () => Promise<void> }

/** Builds the app and starts listening; resolves once requests are accepted. */
export const startServer = async (setup: ServerSetup): Promise<Server> => {
  const { env, ports, webFolder, logger, now = Date.now } = setup
  const { keys, ledger, stores, projector, rebuilds } = ports
  const name = replicaNameOf(env, 'api')
  const day = (at = new Date()) => today(at, env.timezone)
  const {
    readModels,
    past,
    reopen,
    close: closeReadModels,
  } = openReadModels(ports.readModels.folder, ports.readModels.readers, day)
  const cache = openRequestCache()
  projector.onMove(cache.clear)
  projector.onReplaced(reopen)

  const heard = stores.replicas.endedRights.hear()
  const { lastPosition } = ledger
  const { gate, ...catchUp } = openFreshnessGate({ projector, lastPosition, heard, now })
  const local = isLoopback(env.appUrl)
  const limits = openLimits(stores.counts.limit, keys.digest, local)
  const security = openSecurityLog({ logger, digest: keys.digest, counts: stores.counts.securityEvents })
  const uploads = join(env.dataDir, 'uploads')

  const listedUpTo = catchUp.listsWith([]).position
  const planChanges = openPlanChanges(listedUpTo)
  const planLimits = openPlanLimits(readModels.directory, env.plans, planChanges)

  const uploadQuota = openUploadQuota({
    teams: readModels.directory.teams,
    limits: planLimits,
    tallies: stores.counts.tallies,
    local: limits.local,
  })
  const asked = openPast({
    ticks: past.ticks,
    projector,
    lastPosition,
    clock: { timeZone: env.timezone, now: () => new Date(now()) },
  })
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
    replica: name,
    past: asked,
  })
  const packs = openPacks({
    ...ports,
    pictureOf: ports.uploads.pictureOf,
    locks: stores.locks.packs,
    readModels,
    past: { ...asked, ...past },
    history: catchUp.listsWith(['history']),
    webFolder,
    timeZone: env.timezone,
    logger,
  })
  const replica = await joinReplicas({
    env,
    ports,
    name,
    taken: (line) => setup.taken?.(line),
    outdated: (line) => setup.unfit?.(line),
  })
  void lookForContent({
    ...ports,
    url: env.contentUrl,
    files: async (most) =>
      (await projector.caughtUp(longestBuild, [facilities.name])) ? readModels.records.files.newestContents(most) : [],
    unfit: (line) => setup.unfit?.(line),
    log: logger,
  })
  let stopping = false
  const payment = paymentForm(env)
  const live = liveHub(projector.onChange, projector.onRights)
  const stopListening = stores.replicas.onSessionEnded(live.end)
  const readPage = openPage(webFolder, pageSettings(env, payment))
  const secure = env.appUrl.startsWith('https:')
  const routes = await openRoutes({
    env,
    ports,
    readModels,
    past: { ...past, clock: { timeZone: env.timezone, now: () => presentMoment().at } },
    pipeline,
    catchUp,
    plans: { limits: planLimits, changes: planChanges, uploads: uploadQuota },
    live,
    readPage,
    standing: { ...replica.standing, readiness: () => ({ ...projector.readiness(), stopping }) },
    patience: setup.patience ?? patience,
    scratchFolder: uploads,
  })
  const sessionCookie = sessionCookieName(secure)
  const app = buildApp({
    routes,
    pipeline,
    sessions: browserSessions(stores.sessions, { name: sessionCookie, secret: keys.secret('session-cookie'), secure }),
    findBearer: tokenBearers(readModels.programs, stores, cache, gate),
    sessionCookie,
    appUrl: env.appUrl,
    webFolder,
    readPage,
    payment,
    trustProxy: env.trustProxy,
    logger,
  })
  const server = patientServer(app, { onUnread: (refused) => logger.info(refused, 'request could not be read') })
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
    await packs.close()
    await rebuilds.close()
    await closeReadModels()
    stopListening()
    heard.stop()
    await replica.leave()
    await ports.close()
  }
  return { port: (server.address() as AddressInfo).port, close }
}
