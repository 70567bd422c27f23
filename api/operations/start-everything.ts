import { join } from 'node:path'
import type { Env } from '#api/env.ts'
import type { Family } from '#api/operations/family.ts'
import type { ReadyMessage } from '#api/operations/parent.ts'
import { freePort, redisSpec } from '#api/operations/redis.ts'
import { type ProcessSpec, readyByMessage } from '#api/operations/supervised-process.ts'

const root = join(import.meta.dirname, '../..')

/** A process of ours: a TypeScript file run by this same Node. */
const ownProcess = (name: string, file: string, graceMs: number, env: NodeJS.ProcessEnv): ProcessSpec => ({
  name,
  command: process.execPath,
  args: [join(root, file)],
  env,
  readiness: readyByMessage,
  graceMs,
})

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
  const inherited = { ...source, NODE_ENV: source.NODE_ENV ?? 'production', DATA_DIR: env.dataDir }
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
    family.start(() => ownProcess('API', 'api/main.ts', 15_000, resolved)),
  )
  await timed(
    'workers',
    family.start(() => ownProcess('Workers', 'workers/main.ts', 30_000, resolved)),
  )
}
