import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { ContentStore } from '#api/adapters/content-store.ts'
import { follow } from '#api/event-store/follow.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { onlyTypes } from '#api/event-store/only-types.ts'
import { deletedTeamQueries, deletedTeams } from '#projections/deleted-teams.ts'
import { bulkQueries, openBulks } from '#projections/open-bulks.ts'
import { claimQueries, openClaims } from '#projections/open-claims.ts'
import { erasureQueries, openErasures } from '#projections/open-erasures.ts'
import { openSitePlaces, sitePlaceQueries } from '#projections/open-site-places.ts'
import { hasReached } from '#projections/position.ts'
import type { Projection } from '#projections/projection.ts'
import { openForReading, type ReadDb } from '#projections/read-db.ts'
import { openRunner } from '#projections/runner.ts'
import { expiredQueries } from '#projections/trash/queries.ts'
import { trash } from '#projections/trash/trash.ts'
import { workQueries, workToDo } from '#projections/work-to-do.ts'
import { isEventType } from '#schemas/events/registry.ts'
import { sessionEnder } from './adapters/session-ender.ts'
import { finishBulks } from './bulks.ts'
import { settleClaims } from './claims.ts'
import { createDispatcher, type Dispatcher } from './dispatcher.ts'
import { type ErasureTools, finishErasures } from './erasures.ts'
import type { MessageTools } from './jobs/send-message.ts'
import { keptByApi } from './kept-by-api.ts'
import { purgeTeams } from './purges.ts'
import { connectRedis, openQueues } from './queues.ts'
import { jobHandlers } from './registry.ts'
import { defaultLimits } from './renderer/confinement.ts'
import { defaultPoolSize, openRendererPool } from './renderer/pool.ts'
import { releaseSitePlaces } from './site-places.ts'
import { openSweeps, type Pass } from './sweeps.ts'
import { purgeTrash } from './trash-purges.ts'
import { startWorker } from './worker.ts'

/** What the workers keep for themselves, and all that it is made of: nothing else of the log is read. */
const lists = [workToDo, openClaims, openErasures, deletedTeams, openBulks]
const types = [...new Set(lists.flatMap(({ handlers }) => Object.keys(handlers)))].filter(isEventType)

/** Milliseconds between two sweeps: what Redis lost is back in line after so long. */
export const defaultSweepEvery = 15_000

/** Milliseconds that a running job may take to finish when the process ends; then it is given back. */
const graceOfJobs = 5000

/** Milliseconds for giving back; longer only where Redis is away, and then it gives the jobs back by itself. */
const graceOfRedis = 3000

/** Resolves when the work does, at the latest after so many milliseconds. */
const within = async (milliseconds: number, work: Promise<void>): Promise<void> => {
  const cut = new AbortController()
  await Promise.race([work, wait(milliseconds, undefined, cut).catch(() => {})])
  cut.abort()
}

export type BackgroundSetup = {
  ledger: Ledger
  content: ContentStore
  /** The keyed digest that names reservation streams and makes one-time codes. */
  digest: (purpose: string, text: string) => string
  messages: Pick<MessageTools, 'mail' | 'text' | 'appUrl' | 'supportEmail'>
  erasing: Pick<ErasureTools, 'keys' | 'removeMessages'>
  redisUrl: string
  /** Folder of the read models: the workers' own, and two that they read and the API keeps. */
  readModels: string
  sweepEvery: number
  log: Logger
}

/** Keeps the to-do list in step with the log, brings its work into Redis and runs it. Resolves when jobs are taken. */
export const startBackground = async (setup: BackgroundSetup): Promise<{ close: () => Promise<void> }> => {
  const { ledger, log } = setup
  const redis = connectRedis(setup.redisUrl, (error) => log.warn({ error: error.message }, 'Redis does not answer'))
  const renderers = openRendererPool(defaultPoolSize, defaultLimits)
  const tools = { ledger, content: setup.content, renderers, digest: setup.digest, now: () => new Date() }
  const handlers = jobHandlers({ ...tools, ...setup.messages })
  const contracts = handlers.map(({ contract }) => contract)
  const queues = openQueues(redis, contracts)

  const runner = openRunner(setup.readModels, lists, (news) => {
    for (const { name, failed } of runner.states()) if (failed) log.error({ failed }, `${name} stands still`)
    hand('dispatch')
    if (news.some(({ type }) => type === 'PersonErased')) erase()
  })
  const opened: ReadDb[] = []
  const reading = (projection: Projection): ReadDb => {
    const db = openForReading(setup.readModels, projection)
    opened.push(db)
    return db
  }
  const claims = { ledger, claims: claimQueries(reading(openClaims)), digest: setup.digest }
  const erasing = {
    ...{ ledger, content: setup.content, digest: setup.digest, ...setup.erasing },
    erasures: erasureQueries(reading(openErasures)),
    endSessions: sessionEnder(redis),
  }
  const purging = {
    ...{ ledger, content: setup.content, digest: setup.digest, keys: setup.erasing.keys },
    deletedTeams: deletedTeamQueries(reading(deletedTeams)),
  }
  const bulks = { ledger, bulks: bulkQueries(reading(openBulks)) }
  const thrownAway = keptByApi(setup.readModels, trash)
  const purgeExpired = (now: Date) =>
    thrownAway.look((db) => purgeTrash({ ledger, content: setup.content, expired: expiredQueries(db) }, now))
  const places = keptByApi(setup.readModels, openSitePlaces)
  const releasePlaces = (now: Date) =>
    places.look((db) => releaseSitePlaces({ ledger, places: sitePlaceQueries(db) }, now))
  const passes: Pass[] = [
    { by: openSitePlaces.name, run: releasePlaces, waits: 'Places for sites stay taken' },
    { by: openBulks.name, run: (now) => finishBulks(bulks, now), waits: 'What was begun as one waits to be finished' },
    { by: deletedTeams.name, run: (now) => purgeTeams(purging, now), waits: 'A purge waits' },
    { by: trash.name, run: purgeExpired, waits: 'The trash waits to be purged' },
    { by: openClaims.name, run: (now) => settleClaims(claims, now), waits: 'Claims stay open' },
  ]
  const dispatcher = createDispatcher(workQueries(reading(workToDo)), queues, Date.now)
  const target = await ledger.lastPosition()
  // A list that is being built anew shows old work as open until it comes to the outcomes.
  const hand = (pass: keyof Dispatcher): void => {
    if (!hasReached(runner.from(), target)) return
    // What one pass cannot hand over, the next sweep does.
    dispatcher[pass]().catch((error: Error) => log.warn({ error: error.message }, 'Work waits to be handed over'))
  }

  let erasures: Promise<void> = Promise.resolve()
  /** One pass at a time; the next sweep does what this one cannot. */
  const erase = (): void => {
    if (!hasReached(runner.from(), target)) return
    erasures = erasures
      .then(() => finishErasures(erasing, new Date()))
      .catch((error: Error) => log.warn({ error: error.message }, 'An erasure waits to be finished'))
  }

  const following = follow(onlyTypes(ledger, types), runner, (reason) =>
    log.warn({ error: reason?.message }, 'The to-do list goes on when the event store is back'),
  )
  const states = () => [...runner.states(), thrownAway.state(), places.state()]
  const sweeps = openSweeps({ ledger, states, catchUp: following.again, passes, log })
  const workers = handlers.map((handler) => startWorker(redis, handler, log))
  hand('sweep')
  const sweep = () => {
    hand('sweep')
    erase()
    void sweeps.sweep(new Date())
  }
  const sweeping = setInterval(sweep, setup.sweepEvery)
  await redis.ping()

  const close = async (): Promise<void> => {
    clearInterval(sweeping)
    await following.close()
    await within(
      graceOfJobs,
      Promise.all([erasures, sweeps.ended()]).then(() => {}),
    )
    const finished = Promise.all(workers.map((worker) => worker.close())).then(() => queues.close())
    await within(graceOfJobs, finished)
    renderers.close()
    await within(graceOfRedis, finished)
    redis.disconnect()
    for (const db of opened) db.close()
    runner.close()
  }
  return { close }
}
