import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { ContentStore } from '#api/adapters/content-store.ts'
import { describing } from '#api/adapters/describe-replica.ts'
import { leftOutPasses } from '#api/adapters/left-out-passes.ts'
import { redisNewsAsked } from '#api/adapters/news-asked.ts'
import type { PaymentProvider } from '#api/adapters/payment/payment-provider.ts'
import { unfitRedis } from '#api/adapters/redis-log.ts'
import { type Member, redisReplicas } from '#api/adapters/replicas.ts'
import { logIdOf } from '#api/event-store/founding.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { Unfit } from '#api/event-store/unfit.ts'
import { requireReadersIn, waitingLedger } from '#api/event-store/waiting-ledger.ts'
import { lookForContent } from '#api/installation/content.ts'
import { version } from '#api/installation/version.ts'
import {
  defaultLimits,
  defaultPool,
  describeSandbox,
  openRendererPool,
  strictestSandbox,
} from '#api/renderer/rendering.ts'
import { hasReached } from '#projections/engine/position.ts'
import { outbox, outboxQueries } from '#projections/outbox/outbox.ts'
import { expiredQueries, expiredTrash } from '#projections/sweeps/expired-trash/expired-trash.ts'
import { erasureQueries, openErasures } from '#projections/sweeps/open-erasures.ts'
import { sessionEnder } from './adapters/session-ender.ts'
import { openBillingSweep } from './billing/sweep.ts'
import type { Invoicing } from './billing/tools.ts'
import type { MessageTools } from './jobs/send-message.ts'
import { openLists } from './lists.ts'
import { createDispatcher, type Dispatcher } from './queues/dispatcher.ts'
import { connectRedis, openQueues } from './queues/queues.ts'
import { jobHandlers } from './queues/registry.ts'
import { startWorker } from './queues/worker.ts'
import { type ErasureTools, finishErasures } from './sweeps/erasures.ts'
import { farewell } from './sweeps/farewell.ts'
import { passesOf } from './sweeps/passes.ts'
import { openSweeps } from './sweeps/sweeps.ts'

/** Milliseconds between two sweeps, which also put jobs that Redis lost back into its queues. */
export const defaultSweepEvery = 15_000

/** Milliseconds that a running job gets to finish at shutdown; then it is given back to its queue. */
const graceOfJobs = 5000

/** Milliseconds to give jobs back. It takes longer only when Redis is away, and their locks then expire. */
const graceOfRedis = 3000

/** Resolves when the work does, or after this many milliseconds. */
const within = async (milliseconds: number, work: Promise<unknown>): Promise<void> => {
  const cut = new AbortController()
  await Promise.race([work, wait(milliseconds, undefined, cut).catch(() => {})])
  cut.abort()
}

export type BackgroundSetup = {
  ledger: Ledger
  content: ContentStore
  billing: {
    /** Who carries out what is ordered; only workers call it. */
    provider: PaymentProvider
    invoicing: Invoicing
    /** Milliseconds between two questions to the payment provider for news that no webhook has brought. */
    sweepEvery: number
  }
  /** The keyed digest that names reservation streams and derives one-time codes. */
  digest: (purpose: string, text: string) => string
  messages: Omit<MessageTools, 'ledger' | 'digest' | 'now'>
  erasing: Pick<ErasureTools, 'keys' | 'removeMessages'>
  redisUrl: string
  /** Folder of the workers' own read models. */
  readModels: string
  sweepEvery: number
  /** Years after which nobody can read any more who was billed by an invoice. */
  invoiceRetentionYears: number
  /** Where days begin and end (APP_TIMEZONE). */
  timeZone: string
  log: Logger
}

type Background = {
  /**
   * Announces this process to the others, by a name. `unfit` is called with a line when it cannot go on: another process
   * reads what it cannot, or the content of the log is not there.
   */
  join: (self: Pick<Member, 'name' | 'taken'> & { contentUrl: string; unfit: (line: string) => void }) => void
  close: () => Promise<void>
}

/** Keeps the outbox up to date with the log, hands its jobs to Redis and runs them. Resolves once jobs are accepted. */
export const startBackground = async (given: BackgroundSetup): Promise<Background> => {
  const { log, digest } = given
  const redis = connectRedis(given.redisUrl, (error) => log.warn({ error: error.message }, 'Redis failed'))
  const replicas = redisReplicas(redis, digest)
  const requireReaders = requireReadersIn(version, replicas.known)
  const ledger = waitingLedger(given.ledger, requireReaders)
  const setup = { ...given, ledger }
  const unfit = await unfitRedis(redis, await logIdOf(ledger))
  if (unfit) throw new Unfit(unfit)
  const { complete, words } = describeSandbox(await strictestSandbox())
  log[complete ? 'info' : 'warn'](words)
  const renderers = openRendererPool(defaultPool, defaultLimits)
  const { content } = setup
  const { provider, invoicing } = setup.billing
  const tools = { ledger, content, digest, provider, invoicing, renderers, now: () => new Date() }
  const handlers = jobHandlers(tools, { ledger, digest, now: tools.now, ...setup.messages })
  const contracts = handlers.map(({ contract }) => contract)
  const queues = openQueues(redis, contracts)

  const lists = await openLists(ledger, setup.readModels, log)
  const erasing = {
    ledger,
    content,
    digest,
    ...setup.erasing,
    erasures: erasureQueries(lists.reading(openErasures)),
    endSessions: sessionEnder(redis, digest),
    sayFarewell: farewell({ ledger, log, ...setup.messages }),
  }
  const newsAsked = redisNewsAsked(redis)
  const sweepBilling = openBillingSweep(tools, setup.billing.sweepEvery, (at) => {
    // Redis may be away: the next sweep notes it again.
    newsAsked.note(provider.name, at).catch(() => {})
  })
  const passes = passesOf({ ...setup, keys: setup.erasing.keys, sweepBilling }, lists.reading)
  const dispatcher = createDispatcher(outboxQueries(lists.reading(outbox)), queues, Date.now)
  const hand = (pass: keyof Dispatcher): void => {
    if (!lists.areCaughtUp()) return
    // The next sweep hands over what this pass cannot.
    dispatcher[pass]().catch((error: Error) =>
      log.warn({ error: error.message }, 'handing over of jobs failed, tried again by the next sweep'),
    )
  }

  let erasures: Promise<void> = Promise.resolve()
  /** Runs one pass at a time; the next sweep does what this one cannot. */
  const erase = (): void => {
    if (!lists.areCaughtUp()) return
    erasures = erasures
      .then(() => finishErasures(erasing, new Date()))
      .catch((error: Error) => log.warn({ error: error.message }, 'erasure failed, tried again by the next sweep'))
  }

  lists.follow((news) => {
    hand('dispatch')
    if (news.some(({ type }) => type === 'PersonErased')) erase()
  })
  const sweeps = openSweeps({
    ledger,
    states: lists.states,
    catchUp: lists.again,
    passes,
    noteLeftOut: leftOutPasses(redis).note,
    log,
  })
  const workers = handlers.map((handler) => startWorker(redis, handler, { requireReaders, log }))
  hand('sweep')
  const sweep = () => {
    hand('sweep')
    erase()
    void sweeps.sweep(new Date())
  }
  const sweeping = setInterval(sweep, setup.sweepEvery)
  await redis.ping()
  let leave: () => Promise<void> = async () => {}
  const join: Background['join'] = ({ contentUrl, unfit, ...self }) => {
    const describeSelf = describing({
      role: 'workers',
      version,
      position: lists.position,
      holds: (position) => hasReached(lists.position(), position),
      building: () => [],
      lastPosition: ledger.lastPosition,
    })
    const stoppedAt = () => lists.states().flatMap(({ at }) => at?.type ?? [])
    leave = replicas.join({ ...self, describeSelf, stoppedAt, outdated: unfit }).leave
    const files = (most: number) =>
      lists.caughtUp.then(() => expiredQueries(lists.reading(expiredTrash)).someContents(most))
    void lookForContent({ content, ledger, url: contentUrl, files, unfit, log })
  }

  const close = async (): Promise<void> => {
    clearInterval(sweeping)
    // Without Redis the others notice it after ten seconds.
    await within(
      graceOfRedis,
      leave().catch(() => undefined),
    )
    await lists.stopFollowing()
    await within(graceOfJobs, Promise.all([erasures, sweeps.ended()]))
    const finished = Promise.all(workers.map((worker) => worker.close())).then(() => queues.close())
    await within(graceOfJobs, finished)
    renderers.close()
    await within(graceOfRedis, finished)
    redis.disconnect()
    lists.close()
  }
  return { join, close }
}
