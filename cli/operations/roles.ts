import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SECRETS } from '#api/env/env.ts'

const root = join(import.meta.dirname, '../..')

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

/** Node warns of TLS to a host that is a number (DEP0123): an event store may well be one. */
const numberedHosts = '--disable-warning=DEP0123'

type RoleSpec = {
  /** Its name in messages. */
  title: string
  /** The file of the program: its source, and what the build makes of it. */
  source: string
  built: string
  /** Flags of Node. */
  flags: readonly string[]
  /** The secrets that it may see. */
  secrets: readonly string[]
  /** Milliseconds that it gets at its end. */
  graceMs: number
}

/** What Siteledger consists of: each is a process, on one machine or on many. */
export const roles = {
  'payment-sandbox': {
    title: 'Payment sandbox',
    source: 'api/payment-sandbox.ts',
    built: 'payment-sandbox.js',
    flags: [smallNursery],
    secrets: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
    graceMs: 10_000,
  },
  eventstore: {
    title: 'Event store',
    source: 'api/event-store/embedded/main.ts',
    built: 'event-store.js',
    flags: [smallNursery],
    secrets: [],
    graceMs: 10_000,
  },
  api: {
    title: 'API',
    source: 'api/main.ts',
    built: 'api.js',
    flags: [smallNursery, soonCollected, unprotectedCode, numberedHosts],
    secrets: SECRETS,
    // For requests and uploads under way, after DRAIN_SECONDS.
    graceMs: 60_000,
  },
  workers: {
    title: 'Workers',
    source: 'workers/main.ts',
    built: 'workers.js',
    flags: [smallNursery, numberedHosts],
    secrets: SECRETS,
    graceMs: 30_000,
  },
} satisfies Record<string, RoleSpec>

export type Role = keyof typeof roles

/** The variable itself for one that names the file of a secret. */
const secretIn = (name: string): string => name.replace(/_FILE$/, '')

/**
 * The environment of a process: `source` without secrets but these, and what is given to it instead of what stands there.
 * @param dataDir the absolute folder
 */
export const environmentOf = (
  source: NodeJS.ProcessEnv,
  dataDir: string,
  secrets: readonly string[],
  given: NodeJS.ProcessEnv = {},
): NodeJS.ProcessEnv => {
  const isSeen = (name: string): boolean => secrets.includes(name) || !SECRETS.includes(name)
  const seen = Object.entries(source).filter(([name]) => isSeen(secretIn(name)) && !(secretIn(name) in given))
  return {
    // A process starts sooner by Node's compile cache, and does not load the TypeScript compiler, which takes about 15 MB
    // in each. It is next to the program and not shared: write access to it amounts to write access to the program.
    NODE_COMPILE_CACHE: join(root, '.build/compiled'),
    // glibc's allocator keeps a heap for each of many threads that allocate little.
    MALLOC_ARENA_MAX: '2',
    NODE_ENV: 'production',
    ...Object.fromEntries(seen),
    DATA_DIR: dataDir,
    ...given,
  }
}

/** The secret that the payment sandbox of a data folder signs its webhooks with: made once, for its owner alone. */
export const sandboxWebhookSecret = (dataDir: string): string => {
  const file = join(dataDir, 'sandbox-webhook-secret')
  if (!existsSync(file)) writeFileSync(file, `whsec_${randomBytes(24).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  return readFileSync(file, 'utf8').trim()
}
