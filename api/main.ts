import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { readEnvOrExit } from './env.ts'
import { endWithParent, tellParent } from './operations/parent.ts'
import { startServer } from './server.ts'

const env = readEnvOrExit(process.env)
const logger = pino({ name: 'api', level: env.logLevel })

const give = (line: string): never => {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

if (!env.eventStoreUrl || !env.redisUrl) give('The API needs EVENTSTORE_URL and REDIS_URL; npm start sets both.')

const failed = (error: Error) => {
  logger.fatal({ err: error }, 'the read models ended')
  process.exit(1)
}

// Until requests are served there is nothing to bring to an end, and what is waited for may never come.
let orphaned = (): void => process.exit(1)
endWithParent(() => orphaned())

const server = await startServer({
  env,
  eventStoreUrl: env.eventStoreUrl ?? '',
  redisUrl: env.redisUrl ?? '',
  webFolder: fileURLToPath(new URL('../.build/web', import.meta.url)),
  logger,
  failed,
}).catch((error: Error) => give(`The API cannot start: ${error.message}`))

let stopping = false
const stop = async (): Promise<void> => {
  if (stopping) return
  stopping = true
  await server.close()
  process.exit(0)
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
orphaned = () => void stop()
tellParent({ type: 'listening', port: server.port })
