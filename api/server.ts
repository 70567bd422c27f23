import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import session from 'express-session'
import type { Logger } from 'pino'
import { jobContracts } from '#schemas/jobs/registry.ts'
import { findBearerIn } from './adapters/api-tokens.ts'
import { openContentFolder } from './adapters/content-folder.ts'
import { redisImportLocks } from './adapters/import-locks.ts'
import { openJobQueues } from './adapters/job-queues.ts'
import { redisKeyMemory } from './adapters/key-memory.ts'
import { openKeyStore } from './adapters/key-store.ts'
import { masterKeyFor } from './adapters/master-key.ts'
import { hashPassword, verifyPassword } from './adapters/passwords.ts'
import { rateLimitStore } from './adapters/rate-limits.ts'
import { connectRedis } from './adapters/redis.ts'
import { hearEndedSessions, RedisSessionStore } from './adapters/session-store.ts'
import { findSessionBy, sessionTokens } from './adapters/session-tokens.ts'
import { buildApp } from './app.ts'
import type { Env } from './env.ts'
import { connectEventStore } from './event-store/eventstoredb.ts'
import { openLedger } from './event-store/ledger.ts'
import { findCallerIn } from './http/authenticate.ts'
import { keepAnswers } from './http/kept-answers.ts'
import type { Gate } from './http/mount.ts'
import { spoolRaw } from './http/raw-body.ts'
import { isFromOwnPages } from './http/same-origin.ts'
import { spoolUploads } from './http/uploads.ts'
import { keepLookups } from './kept-lookups.ts'
import { lookAtReadModels } from './look-at-read-models.ts'
import { replayMetricsIn } from './metrics-replay.ts'
import { startProjector } from './projector.ts'
import { openReadModels } from './read-models.ts'
import { openRebuilds } from './rebuilds.ts'
import { liveHub } from './routes/live.ts'
import { allRoutes } from './routes/registry.ts'
import { openSitePlaces } from './routes/site-places.ts'

/** Milliseconds that an answer waits for its own writes (D-05). */
const longestWait = 2000

export type ServerSetup = {
  env: Env
  eventStoreUrl: string
  redisUrl: string
  /** Folder of the built web app. */
  webFolder: string
  logger: Logger
  /** Called where the process cannot do its work any more. */
  failed: (error: Error) => void
}

export type Server = { port: number; close: () => Promise<void> }

const sessionsIn = (store: RedisSessionStore, name: string, secret: string, secure: boolean) =>
  session({
    name,
    secret,
    // Whoever set an https APP_URL has put something in front that speaks https; it says so in X-Forwarded-Proto.
    ...(secure ? { proxy: true } : {}),
    store,
    resave: false,
    saveUninitialized: false,
    cookie: { httpOnly: true, sameSite: 'lax', secure, path: '/' },
  })

/** Connects, builds and listens; answers once requests are taken. Everything is closed in the opposite order. */
export const startServer = async (setup: ServerSetup): Promise<Server> => {
  const { env, eventStoreUrl, redisUrl, webFolder, logger, failed } = setup
  const folder = join(env.dataDir, 'read-models')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const masterKey = masterKeyFor(env)
  const keysFile = join(env.dataDir, 'keys.sqlite')
  const keys = openKeyStore(keysFile, masterKey)
  const log = connectEventStore(eventStoreUrl)
  const ledger = openLedger(log, keys)
  const redis = connectRedis(redisUrl)
  const contentFolder = fileURLToPath(env.contentUrl)
  const content = await openContentFolder(contentFolder, Date.now())
  const report = (line: string) => logger.error(line)
  const projecting = { eventStoreUrl, folder, contentFolder, keysFile, masterKey }
  const projector = await startProjector(projecting, report, failed)
  const { readModels, reopen, close: closeReadModels } = openReadModels(folder)
  const lookups = keepLookups()
  const answers = keepAnswers()
  projector.onMove(() => {
    lookups.forget()
    answers.forget()
  })
  const queues = openJobQueues(redis, jobContracts)
  const rebuilds = openRebuilds(projecting, projector, reopen)

  const uploads = join(env.dataDir, 'uploads')
  const sessionStore = new RedisSessionStore(redis)
  const tokens = sessionTokens(redis)

  const gate: Gate = {
    caller: lookups.keep(
      findCallerIn(
        { user: readModels.accounts.user, current: readModels.teams.current },
        { emails: env.operatorEmails, mustBeVerified: env.mailUrl !== undefined },
      ),
    ),
    verifiedOnly: env.requireVerifiedEmail,
    keys: redisKeyMemory(redis),
    limits: { storeOf: (name) => rateLimitStore(redis, name), digest: keys.digest },
    readUpload: spoolUploads(uploads),
    readRaw: spoolRaw(uploads),
    reached: (position) => projector.reached(position, longestWait),
    readUpTo: projector.position,
    answers,
    isOwn: (request) => isFromOwnPages(request, env.appUrl),
    teamWords: [...new Set(['teams', env.teamWordPlural])],
  }
  const live = liveHub(projector.onChange, projector.onRights)
  const stopHearing = hearEndedSessions(redis, live.end)
  const routes = allRoutes({
    ledger,
    content,
    readModels,
    secrets: { digest: keys.digest, hashPassword, verifyPassword },
    sessions: { store: sessionStore, tokens },
    operatorEmails: env.operatorEmails,
    requireVerifiedEmail: env.requireVerifiedEmail,
    readiness: projector.readiness,
    position: projector.position,
    caughtUp: async () => projector.reached((await ledger.lastPosition()) ?? '0', longestWait),
    live,
    timeZone: env.timezone,
    plans: env.plans,
    places: openSitePlaces(ledger, readModels.teams, env.plans),
    country: { header: env.countryHeader, home: env.homeCountry },
    lookAtReadModels: async () => lookAtReadModels(folder, projector.states(), await ledger.lastPosition()),
    rebuilds,
    replayMetrics: (order) => replayMetricsIn(projecting, order),
    queues,
    importLocks: redisImportLocks(redis),
    scratchFolder: uploads,
  })
  const secure = env.appUrl.startsWith('https:')
  const sessionCookie = secure ? '__Host-siteledger' : 'siteledger'
  const app = buildApp({
    routes,
    gate,
    sessions: sessionsIn(sessionStore, sessionCookie, keys.secret('session-cookie'), secure),
    findBearer: findBearerIn(
      { holder: lookups.keep(readModels.apiTokens.holder) },
      findSessionBy(tokens, sessionStore),
    ),
    sessionCookie,
    appUrl: env.appUrl,
    webFolder,
    pageSettings: {
      'team-word': env.teamWordPlural,
      'time-zone': env.timezone,
      'currency-symbol': env.currencySymbol,
      'collect-vat': String(env.collectVat),
      'card-up-front': String(env.cardUpFront),
    },
    trustProxy: env.trustProxy,
    logger,
  })
  const server = app.listen(env.port, env.host)
  await once(server, 'listening')

  const close = async () => {
    const closed = once(server, 'close')
    server.close()
    server.closeIdleConnections()
    // Live streams never end by themselves; requests under way have a moment to.
    const hurry = setTimeout(() => server.closeAllConnections(), 1000)
    await closed
    clearTimeout(hurry)
    await rebuilds.close()
    await queues.close()
    closeReadModels()
    await projector.close()
    stopHearing()
    redis.disconnect()
    await log.close()
    keys.close()
  }
  return { port: (server.address() as AddressInfo).port, close }
}
