// `siteledger run <role>`: becomes one process of Siteledger, with the flags and the environment that npm start gives it.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Env, readEnvOrExit } from '#api/env/env.ts'
import { CannotStart, checkPort, prepareDataDir } from '#cli/operations/first-checks.ts'
import { environmentOf, type Role, roles, sandboxWebhookSecret } from '#cli/operations/roles.ts'
import { serverFolder } from '#cli/operations/server-build.ts'
import { builtWeb } from '#cli/operations/web-build.ts'

const root = join(import.meta.dirname, '../..')

const isRole = (word: string): word is Role => Object.hasOwn(roles, word)

/** The port of the embedded event store that ran last on a data folder: clients elsewhere on the machine know it. */
const formerPort = (dataDir: string): string | undefined => {
  const file = join(dataDir, 'eventstore-url')
  return existsSync(file) ? new URL(readFileSync(file, 'utf8').trim()).port : undefined
}

/** What npm start would give this role besides, where nothing is set. */
const givenTo = (role: Role, { dataDir, embeddedEventStorePort, stripe }: Env): NodeJS.ProcessEnv => {
  if (role === 'eventstore') {
    const port = embeddedEventStorePort === 0 ? formerPort(dataDir) : undefined
    return port === undefined ? {} : { EMBEDDED_EVENTSTORE_PORT: port }
  }
  const needsSecret = role === 'payment-sandbox' && stripe.webhookSecret === undefined
  return needsSecret ? { STRIPE_WEBHOOK_SECRET: sandboxWebhookSecret(dataDir) } : {}
}

const become = async (role: Role): Promise<never> => {
  // Whatever it creates belongs to its owner alone.
  process.umask(0o077)
  const env = readEnvOrExit(process.env)
  const program = join(serverFolder(root), roles[role].built)
  const webFolder = builtWeb(root)
  if (!existsSync(program) || webFolder === undefined)
    throw new CannotStart('Siteledger is not built here, or not from these sources: run npm run build first.', 1)
  prepareDataDir(env.dataDir)
  if (role === 'api') await checkPort(env.port, env.host)
  const given = environmentOf(process.env, env.dataDir, roles[role].secrets, givenTo(role, env))
  const args = [process.execPath, ...roles[role].flags, program, ...(role === 'api' ? [webFolder] : [])]
  if (process.execve === undefined) throw new CannotStart('This system cannot replace a process by another.', 1)
  return process.execve(process.execPath, args, given)
}

const [, , word = ''] = process.argv
try {
  if (!isRole(word)) throw new CannotStart(`There is no role "${word}": ${Object.keys(roles).join(', ')}.`, 2)
  await become(word)
} catch (error) {
  if (!(error instanceof CannotStart)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = error.exitCode
}
