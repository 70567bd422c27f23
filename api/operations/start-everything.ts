import { join } from 'node:path'
import type { Env } from '#api/env.ts'
import type { Family } from '#api/operations/family.ts'
import type { ReadyMessage } from '#api/operations/parent.ts'
import { freePort, redisSpec } from '#api/operations/redis.ts'
import { type ProcessSpec, readyByMessage } from '#api/operations/supervised-process.ts'

const root = join(import.meta.dirname, '../..')

/** A process of ours: a TypeScript file run by this same Node. */
const ownProcess = (
  name: string,
  file: string,
  graceMs: number,
  env: NodeJS.ProcessEnv,
  flags: readonly string[] = [],
): ProcessSpec => ({
  name,
  command: process.execPath,
  args: [...flags, join(root, file)],
  env,
  readiness: readyByMessage,
  graceMs,
})

/**
 * Megabytes of young objects before they are looked through. By default Node lets what a start leaves behind grow to 16
 * and keeps that room for ever, in each thread.
 */
const smallNursery = '--max-semi-space-size=4'

/**
 * How much a heap may grow, in percent of what is in use on it, before all of it is looked through: by default several
 * times as much, so that a long import holds more garbage than anything else. A limit would end the process instead.
 */
const soonCollected = '--heap-growing-percent=100'

/**
 * Where Node keeps what it has compiled: a process starts sooner, and does without the compiler of TypeScript, which
 * holds some 15 MB in each. Beside the program, so that whoever may write there might change the program as well.
 */
const compiled = join(root, '.build/compiled')

const portOf = (message: ReadyMessage | undefined): number | undefined =>
  message?.type === 'listening' ? message.port : undefined

/**
 * Starts event store, Redis, API and workers, each when the one before is ready; the first two only where no address
 * of another is configured. Restarted ones come back on the same port, so nobody has to be told.
 * @param source the environment that every process inherits, with the addresses found here added
 */
export const startEverything = async (
  family: Family,
  env: Env,
  source: NodeJS.ProcessEnv,
  say: (line: string) => void,
): Promise<void> => {
  const inherited = {
    NODE_COMPILE_CACHE: compiled,
    // The allocator of C keeps a heap for each of many threads that allocate little.
    MALLOC_ARENA_MAX: '2',
    ...source,
    NODE_ENV: source.NODE_ENV ?? 'production',
    DATA_DIR: env.dataDir,
  }
  const timed = async (name: string, start: Promise<ReadyMessage>): Promise<ReadyMessage> => {
    const started = Date.now()
    say(`Starting ${name} ...`)
    const ready = await start
    say(`Started ${name} (${((Date.now() - started) / 1000).toFixed(1)} s).`)
    return ready
  }

  const eventStoreUrl = async (): Promise<string> => {
    const start = (predecessor: ReadyMessage | undefined): ProcessSpec => {
      const port = String(portOf(predecessor) ?? env.embeddedEventStorePort)
      const withPort = { ...inherited, EMBEDDED_EVENTSTORE_PORT: port }
      return ownProcess('Event store', 'api/event-store/embedded/main.ts', 10_000, withPort)
    }
    const port = portOf(await timed('event store', family.start(start)))
    return `esdb://127.0.0.1:${port}?tls=false`
  }
  const redisUrl = async (): Promise<string> => {
    const port = await freePort()
    await timed(
      'Redis',
      family.start(() => redisSpec(join(env.dataDir, 'redis'), port, inherited)),
    )
    return `redis://127.0.0.1:${port}`
  }

  const resolved = {
    ...inherited,
    EVENTSTORE_URL: env.eventStoreUrl ?? (await eventStoreUrl()),
    REDIS_URL: env.redisUrl ?? (await redisUrl()),
  }
  await timed(
    'API',
    family.start(() => ownProcess('API', 'api/main.ts', 15_000, resolved, [smallNursery, soonCollected])),
  )
  await timed(
    'workers',
    family.start(() => ownProcess('Workers', 'workers/main.ts', 30_000, resolved)),
  )
}
