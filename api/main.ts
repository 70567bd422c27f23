import { pino } from 'pino'
import { keepForRole } from './adapters/folder-lock.ts'
import { plainAddressWarning } from './adapters/loopback.ts'
import { endWithParent, notifySupervisor } from './adapters/supervisor-channel.ts'
import { EXIT_BAD_CONFIGURATION, readStartEnvOrExit } from './env/env.ts'
import { replicaNameOf } from './env/replica-name.ts'
import { Unfit } from './event-store/unfit.ts'
import { connectPorts } from './ports.ts'
import { startServer } from './server.ts'

// Whatever it writes belongs to its owner alone.
process.umask(0o077)

const env = readStartEnvOrExit(process.env)
const logger = pino({ name: 'api', level: env.logLevel }).child({ replica: replicaNameOf(env, 'api') })

const give = (line: string, code = 1): never => {
  process.stderr.write(`${line}\n`)
  process.exit(code)
}

const plain = plainAddressWarning(env.appUrl)
if (plain !== undefined) logger.warn(plain)

if (!env.eventStoreUrl || !env.redisUrl) give('The API needs EVENTSTORE_URL and REDIS_URL; npm start sets both.')

const others = keepForRole(env.dataDir, 'api')
if (others !== undefined) give(others)

const failed = (error: Error) => {
  logger.fatal({ err: error }, 'the read models ended')
  process.exit(1)
}

// Before requests are served there is nothing to shut down, and a pending connection may never succeed.
let end = (code = 1): void => process.exit(code)
endWithParent(() => end())

const start = async () => {
  const ports = await connectPorts({
    env,
    eventStoreUrl: env.eventStoreUrl ?? '',
    redisUrl: env.redisUrl ?? '',
    report: (line) => logger.error(line),
    failed,
  })
  const [, , webFolder = '.build/web'] = process.argv
  const taken = (line: string) => give(line, EXIT_BAD_CONFIGURATION)
  const unfit = (line: string) => {
    logger.fatal(line)
    end(EXIT_BAD_CONFIGURATION)
  }
  return startServer({ env, ports, webFolder, logger, taken, unfit })
}
const server = await start().catch((error: Error) => {
  if (error instanceof Unfit) return give(error.message, EXIT_BAD_CONFIGURATION)
  return give(`The API cannot start: ${error.message}`)
})

let stopping = false
const stop = async (code: number): Promise<void> => {
  if (stopping) return
  stopping = true
  await server.close()
  process.exit(code)
}
end = (code = 0) => void stop(code)
process.on('SIGTERM', () => end())
process.on('SIGINT', () => end())
notifySupervisor({ type: 'listening', port: server.port })
