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

/** What a process that ran last on a data folder wrote there; undefined before the first. */
const formerly = (dataDir: string, name: string): string | undefined => {
  const file = join(dataDir, name)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
}

/** The port of an address that was written there: clients elsewhere know it. */
const formerPort = (dataDir: string, name: string): string | undefined => {
  const url = formerly(dataDir, name)
  return url && new URL(url).port
}

/** What npm start would give this role besides, where nothing is set: what its folder has. */
const givenTo = (role: Role, { dataDir, embeddedEventStorePort, sandboxPort, stripe }: Env): NodeJS.ProcessEnv => {
  const given: NodeJS.ProcessEnv = {}
  if (role === 'eventstore' && embeddedEventStorePort === 0)
    given.EMBEDDED_EVENTSTORE_PORT = formerPort(dataDir, 'eventstore-url')
  if (role === 'payment-sandbox') {
    const { STRIPE_SECRET_KEY, STRIPE_SECRET_KEY_FILE = STRIPE_SECRET_KEY } = process.env
    if (sandboxPort === 0) given.SANDBOX_PORT = formerPort(dataDir, 'sandbox-url')
    if (!STRIPE_SECRET_KEY_FILE) given.STRIPE_SECRET_KEY = formerly(dataDir, 'sandbox-authorization')?.split(' ').at(-1)
    if (!stripe.webhookSecret) given.STRIPE_WEBHOOK_SECRET = sandboxWebhookSecret(dataDir)
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
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
