import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { boundToParent, freePort } from '#cli/operations/redis.ts'
import type { Role } from '#cli/operations/roles.ts'
import { buildServer } from '#cli/operations/server-build.ts'
import { buildWeb } from '#cli/operations/web-build.ts'
import type { ProcessSpec } from '#cli/supervisor/process-group.ts'
import { type Caller, openCaller } from '#tests/support/caller.ts'
import { balancer } from './balancer.ts'
import { type FaultProxy, faultProxy } from './fault-proxy.ts'
import { type Part, partOf, readyByLine } from './part.ts'
import { answering } from './ports.ts'
import { type FleetRedis, oneRedis, redisBySentinel } from './redis.ts'
import { type S3, startS3 } from './s3.ts'

const root = join(import.meta.dirname, '../..')

/** What a fleet consists of; unless said otherwise two APIs and a worker over one Redis, with shared folders. */
export type FleetOptions = {
  apis?: number
  workers?: number
  /** Two Redis and three Sentinels instead of one Redis. */
  sentinels?: boolean
  /** Where content and keys lie: in folders of this machine, or in a bucket of a real S3 server. */
  stores?: 'folder' | 'bucket'
  /** Puts a proxy that disturbs calls as a test asks in front of the content in a bucket. */
  faults?: boolean
  /** The folders of the sources that the first APIs run, built; all others run those of this folder. */
  trees?: () => Promise<readonly string[]>
  /** The environment of APIs and workers besides. */
  env?: NodeJS.ProcessEnv
}

/** An API or a worker, with a data folder of its own. */
export type Replica = Part & { dataDir: string; url: string }

export type Fleet = {
  /** The address of the balancer, which is APP_URL but for the name of this machine. */
  url: string
  /** Undefined where EVENTSTORE_URL names another. */
  eventStore: Part | undefined
  payments: Part
  redis: FleetRedis
  s3: S3 | undefined
  faults: FaultProxy | undefined
  apis: readonly [Replica, Replica, ...Replica[]]
  workers: readonly Replica[]
  balancer: Part
  /** A caller without a session, at the balancer or at one API. */
  guest: (at?: { url: string }) => Caller
  /** The same person with the same session, who asks that API. */
  at: (api: Replica, caller: Caller) => Caller
  /** The same person with the same session at the first and at the second API. */
  atBoth: (caller: Caller) => [Caller, Caller]
  /** The environment that all APIs and workers share, for a command on this machine. */
  env: NodeJS.ProcessEnv
  /** Removes its files, after its parts have ended. */
  remove: () => Promise<void>
}

/** The bucket of a fleet. */
const bucket = 'siteledger'

/** Starts one part after the other; `parts` has those that were started, also when one fails. */
export const startFleet = async (options: FleetOptions, parts: Part[]): Promise<Fleet> => {
  const { apis = 2, workers = 1, sentinels = false, stores = 'folder' } = options
  const trees = (await options.trees?.()) ?? []
  const folder = mkdtempSync(join(tmpdir(), 'siteledger-fleet-'))
  const dataDirOf = (name: string): string => {
    mkdirSync(join(folder, name), { mode: 0o700 })
    return join(folder, name)
  }
  await Promise.all([buildWeb(root, () => {}), buildServer(root, () => {})])
  const webPort = await freePort()
  const common = {
    PATH: process.env.PATH,
    APP_URL: `http://localhost:${webPort}`,
    STRIPE_SECRET_KEY: `sk_test_${randomBytes(24).toString('hex')}`,
    STRIPE_WEBHOOK_SECRET: `whsec_${randomBytes(24).toString('hex')}`,
  }
  const started = async <P extends Part>(part: P): Promise<P> => {
    parts.push(part)
    await part.start()
    return part
  }
  const program = (
    role: Role,
    name: string,
    env: NodeJS.ProcessEnv,
    readiness: ProcessSpec['readiness'],
    tree = root,
  ): Part =>
    partOf(name, () => ({
      ...boundToParent(process.execPath, [join(tree, 'cli/operations/run.ts'), role]),
      env: { ...common, ...env },
      readiness,
      graceMs: 60_000,
    }))

  const ownLog = process.env.EVENTSTORE_URL === undefined ? dataDirOf('event-store') : undefined
  const eventStore =
    ownLog === undefined
      ? undefined
      : program('eventstore', 'event store', { DATA_DIR: ownLog }, readyByLine(/^Event store listens/))
  if (eventStore) await started(eventStore)
  const paymentsPort = String(await freePort())
  // Webhooks go to the port of the web app, as the balancer hands them on.
  const payments = await started(
    program(
      'payment-sandbox',
      'payment sandbox',
      { DATA_DIR: dataDirOf('payments'), SANDBOX_PORT: paymentsPort, PORT: String(webPort) },
      readyByLine(/^Payment sandbox listens/),
    ),
  )
  const redis = await (sentinels ? redisBySentinel(folder) : oneRedis(folder))
  parts.push(...redis.servers, ...redis.sentinels)
  const s3 = stores === 'bucket' ? await startS3(dataDirOf('s3')) : undefined
  parts.push(...(s3?.parts ?? []))
  await s3?.makeBucket(bucket)
  const faults = options.faults && s3 ? await faultProxy(s3.endpoint) : undefined
  const shared = dataDirOf('shared')

  const env = {
    ...common,
    EVENTSTORE_URL: process.env.EVENTSTORE_URL ?? readFileSync(join(ownLog ?? '', 'eventstore-url'), 'utf8').trim(),
    REDIS_URL: redis.url,
    STRIPE_API_BASE: `http://127.0.0.1:${paymentsPort}`,
    MASTER_KEY: randomBytes(32).toString('base64'),
    CONTENT_URL: s3?.url(bucket, 'content', faults?.endpoint) ?? `file:${join(shared, 'content')}`,
    KEYS_URL: s3?.url(bucket, 'keys') ?? `file:${join(shared, 'keys.sqlite')}`,
    ...s3?.credentials,
    TRUST_PROXY: '1',
    DRAIN_SECONDS: '0',
    ...options.env,
  }
  const replica = async (role: 'api' | 'workers', number: number): Promise<Replica> => {
    const name = `${role}-${number}`
    const dataDir = dataDirOf(name)
    const port = await freePort()
    const readiness = role === 'api' ? answering(port, '/ready', 200) : readyByLine(/The workers take jobs/)
    const itsEnv = { ...env, DATA_DIR: dataDir, PORT: String(port) }
    const part = program(role, name, itsEnv, readiness, role === 'api' ? trees[number - 1] : undefined)
    return { ...part, dataDir, url: `http://127.0.0.1:${port}` }
  }
  const many = (role: 'api' | 'workers', count: number) =>
    Promise.all(Array.from({ length: count }, (_, index) => replica(role, index + 1)))
  const [first, second, ...others] = await many('api', apis)
  if (!first || !second) throw new Error('A fleet has two APIs at least')
  const itsApis = [first, second, ...others] as const
  const itsWorkers = await many('workers', workers)
  const inFront = await balancer(
    folder,
    webPort,
    itsApis.map(({ url }) => Number(new URL(url).port)),
  )
  // The first one founds the log.
  await started(first)
  await Promise.all([second, ...others, ...itsWorkers, inFront].map(started))

  const url = `http://127.0.0.1:${webPort}`
  const at: Fleet['at'] = (api, caller) => openCaller(api.url, common.APP_URL, caller.cookie())
  return {
    url,
    eventStore,
    payments,
    redis,
    s3,
    faults,
    apis: itsApis,
    workers: itsWorkers,
    balancer: inFront,
    guest: (at = { url }) => openCaller(at.url, common.APP_URL),
    at,
    atBoth: (caller) => [at(first, caller), at(second, caller)],
    env,
    remove: async () => {
      await faults?.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
