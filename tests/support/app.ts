import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Logger, pino } from 'pino'
import { type Env, readEnv } from '#api/env/env.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import type { Ports } from '#api/ports.ts'
import { startServer } from '#api/server.ts'
import { type Caller, openCaller } from './caller.ts'
import { memoryPorts } from './in-memory/ports.ts'

/** The origin of the API under test (APP_URL): of this machine, where all callers have one address (D-116). */
export const appUrl = 'http://localhost'

/** The same of one that others reach, so that every ceiling applies. */
export const publicUrl = 'http://app.test'

export type TestApp = {
  url: string
  dataDir: string
  /** All log lines so far, as JSON. */
  logged: string[]
  /** The log of the running API, for events that no route records. */
  ledger: Ledger
  /** The API's own keyed digest, from which codes and links derive. */
  digest: (purpose: string, text: string) => string
  /** A caller without a session. */
  guest: () => Caller
  close: () => Promise<void>
}

export type AppOptions = { env?: Partial<Env>; webFolder?: string; now?: () => number; patience?: number }

/** The API over these ports in this process, on a free port, with a data folder of its own. */
export const startAppOver = async <P extends Ports>(
  portsOf: (env: Env, logger: Logger) => Promise<P>,
  options: AppOptions = {},
): Promise<TestApp & { ports: P }> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'app-'))
  const folder = options.env?.dataDir ?? dataDir
  const env: Env = { ...readEnv({ DATA_DIR: folder, APP_URL: appUrl }), port: 0, ...options.env }
  const logged: string[] = []
  const logger = pino({ level: 'debug' }, { write: (line) => void logged.push(line) })
  const ports = await portsOf(env, logger)
  const webFolder = options.webFolder ?? join(dataDir, 'web')
  const { now, patience } = options
  const server = await startServer({
    env,
    ports,
    webFolder,
    logger,
    ...(now && { now }),
    ...(patience !== undefined && { patience }),
  })
  const url = `http://127.0.0.1:${server.port}`
  return {
    url,
    dataDir,
    logged,
    ports,
    ledger: ports.ledger,
    digest: ports.keys.digest,
    guest: () => openCaller(url, env.appUrl),
    close: async () => {
      await server.close()
      await rm(dataDir, { recursive: true })
    },
  }
}

/**
 * The API with in-memory ports: no processes, threads or workers. A test file can share one, since teams do not see
 * each other. Its log lines are in `logged`.
 */
export const startApp = (options?: AppOptions) => startAppOver(memoryPorts, options)
