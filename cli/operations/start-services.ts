import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Env, SECRETS } from '#api/env/env.ts'
import { forgetIdentity } from '#api/event-store/embedded/stored-log.ts'
import { newRedisEndpoint, redisSpec } from '#cli/operations/redis.ts'
import type { Programs } from '#cli/operations/server-build.ts'
import {
  type ProcessGroup,
  type ProcessSpec,
  type ReadyMessage,
  readyByMessage,
} from '#cli/supervisor/process-group.ts'

/** Milliseconds that the API gets at its end, for requests and uploads under way. */
const graceOfApi = 60_000

const root = join(import.meta.dirname, '../..')

/** A process of ours: a file run by this same Node. */
const childProcess = (
  name: string,
  file: string,
  graceMs: number,
  env: NodeJS.ProcessEnv,
  flags: readonly string[] = [],
  args: readonly string[] = [],
): ProcessSpec => ({
  name,
  command: process.execPath,
  args: [...flags, file, ...args],
  env,
  readiness: readyByMessage,
  graceMs,
})

/**
 * Size of V8's young generation in megabytes. By default it grows to 16 during the start and stays so, in each thread.
 * Less would save little more (docs/benchmarks.md, "Memory").
 */
const smallNursery = '--max-semi-space-size=4'

/**
 * Growth of the heap, in percent of its live size, before a full collection. The default is several times as much, so
 * that a long import holds more garbage than live data. A hard limit would end the process instead.
 */
const soonCollected = '--heap-growing-percent=100'

/**
 * V8's register of protected code pages sometimes ends the process when a thread ends ("jit_page.has_value()", known of
 * Node 18 to 24), and the API starts and ends reader threads.
 */
const unprotectedCode = '--no-memory-protection-keys'

const apiFlags = [smallNursery, soonCollected, unprotectedCode]

/**
 * The folder of Node's compile cache: a process starts sooner, and does not load the TypeScript compiler, which takes
 * about 15 MB in each. It is next to the program and not shared: write access to it amounts to write access to the
 * program.
 */
const compiled = join(root, '.build/compiled')

/** The environment of a process that has no use for the product's secrets. */
const withoutSecrets = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !SECRETS.includes(name)))

const portOf = (message: ReadyMessage | undefined): number | undefined =>
  message?.type === 'listening' ? message.port : undefined

/** The secret that the payment sandbox of a data folder signs its webhooks with: made once, for its owner alone. */
const sandboxWebhookSecret = (dataDir: string): string => {
  const file = join(dataDir, 'sandbox-webhook-secret')
  if (!existsSync(file)) writeFileSync(file, `whsec_${randomBytes(24).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  return readFileSync(file, 'utf8').trim()
}

/**
 * Starts payment sandbox, event store, Redis, API and workers, each when the one before is ready; the sandbox only with
 * BILLING=sandbox, the next two only if no address of another is configured. A restarted process gets the same port, so
 * the others need no new address.
 * @param source the environment of every process; the first three get no secrets but their own, the others the addresses found here
 * @param programs what to start, and the folder of the web app
 */
export const startServices = async (
  family: ProcessGroup,
  env: Env,
  source: NodeJS.ProcessEnv,
  print: (line: string) => void,
  programs: Programs & { webFolder: string },
): Promise<void> => {
  const inherited = {
    NODE_COMPILE_CACHE: compiled,
    // glibc's allocator keeps a heap for each of many threads that allocate little.
    MALLOC_ARENA_MAX: '2',
    ...source,
    NODE_ENV: source.NODE_ENV ?? 'production',
    DATA_DIR: env.dataDir,
  }
  const timed = async (name: string, start: Promise<ReadyMessage>): Promise<ReadyMessage> => {
    const started = Date.now()
    print(`Starting ${name} ...`)
    const ready = await start
    print(`Started ${name} (${((Date.now() - started) / 1000).toFixed(1)} s).`)
    return ready
  }

  const eventStoreUrl = async (): Promise<string> => {
    const start = (predecessor: ReadyMessage | undefined): ProcessSpec => {
      const port = String(portOf(predecessor) ?? env.embeddedEventStorePort)
      const withPort = { ...withoutSecrets(inherited), EMBEDDED_EVENTSTORE_PORT: port }
      return childProcess('Event store', programs.eventStore, 10_000, withPort, [smallNursery])
    }
    forgetIdentity(env.dataDir)
    const ready = await timed('event store', family.start(start))
    return ready.type === 'listening' ? (ready.url ?? '') : ''
  }
  const redisUrl = async (): Promise<string> => {
    const endpoint = await newRedisEndpoint(join(env.dataDir, 'redis'))
    await timed(
      'Redis',
      family.start(() => redisSpec(endpoint, withoutSecrets(inherited))),
    )
    return endpoint.url
  }

  const paymentSandbox = async (): Promise<NodeJS.ProcessEnv> => {
    const secrets = {
      STRIPE_SECRET_KEY: env.stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: env.stripe.webhookSecret ?? sandboxWebhookSecret(env.dataDir),
    }
    const start = (predecessor: ReadyMessage | undefined): ProcessSpec => {
      const port = String(portOf(predecessor) ?? env.sandboxPort)
      const own = { ...withoutSecrets(inherited), ...secrets, SANDBOX_PORT: port }
      return childProcess('Payment sandbox', programs.paymentSandbox, 10_000, own, [smallNursery])
    }
    const ready = await timed('payment sandbox', family.start(start))
    return { ...secrets, STRIPE_API_BASE: `http://127.0.0.1:${portOf(ready)}` }
  }

  const resolved = {
    ...inherited,
    ...(env.billing === 'sandbox' ? await paymentSandbox() : {}),
    EVENTSTORE_URL: env.eventStoreUrl ?? (await eventStoreUrl()),
    REDIS_URL: env.redisUrl ?? (await redisUrl()),
  }
  await timed(
    'API',
    family.start(() =>
      childProcess('API', programs.api, graceOfApi + env.drainSeconds * 1000, resolved, apiFlags, [programs.webFolder]),
    ),
  )
  await timed(
    'workers',
    family.start(() => childProcess('Workers', programs.workers, 30_000, resolved, [smallNursery])),
  )
}
