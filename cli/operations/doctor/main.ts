import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isLoopback, plainAddressWarning } from '#api/adapters/loopback.ts'
import { type Env, EnvironmentError, readStartEnv } from '#api/env/env.ts'
import { checkContent } from './content.ts'
import { checkEvents, checkFolder, checkKeys, isInUse } from './data-folder.ts'
import { checkEventStore } from './event-store.ts'
import { checking, type Finding, fine, odd, wrong } from './finding.ts'
import { checkLogIdentity } from './log.ts'
import { checkNotary } from './notary.ts'
import { checkRedis, checkRenderer, checkScanner, checkServer } from './services.ts'

const about = 'payments'

/** Timeout of the sandbox's answer, in milliseconds. */
const timeout = 3000

/** Whether the payment sandbox answers those who have the key of its files, at this address. */
const answers = async (url: string, dataDir: string): Promise<boolean> => {
  const [, authorization = ''] = readFileSync(join(dataDir, 'sandbox-authorization'), 'utf8').trim().split(': ')
  const headers = { authorization }
  const signal = AbortSignal.timeout(timeout)
  const answer = await fetch(`${url}/v1/test_helpers/test_clocks/clock_sandbox`, { headers, signal }).catch(
    () => undefined,
  )
  return answer?.ok === true
}

/** Checks which payment provider is set, and whether the payment sandbox of a running installation answers. */
const checkPayments = async ({ dataDir, billing, stripe, braintree }: Env, inUse: boolean): Promise<Finding[]> => {
  if (billing === 'stripe') {
    const words = stripe.secretKey.includes('_live_') ? 'Stripe, live.' : 'Stripe, in test mode: no money moves.'
    return [fine(about, words)]
  }
  if (braintree) {
    const isLive = braintree.environment === 'production'
    return [fine(about, isLive ? 'Braintree, live.' : 'Braintree, in its sandbox: no money moves.')]
  }
  const file = join(dataDir, 'sandbox-url')
  if (!inUse || !existsSync(file)) return [fine(about, 'BILLING=sandbox: test cards, and no money moves.')]
  const url = readFileSync(file, 'utf8').trim()
  return [
    (await answers(url, dataDir))
      ? fine(about, `The payment sandbox answers on ${url}; no money moves.`)
      : wrong(about, `The payment sandbox does not answer on ${url}: nobody can subscribe, and invoices wait.`),
  ]
}

/** Checks for settings that are valid but possibly unintended. */
export const checkConfiguration = (env: Env): Finding[] => {
  const findings = [fine('configuration', `People come in at ${env.appUrl}.`)]
  const published = !isLoopback(env.appUrl)
  const plain = plainAddressWarning(env.appUrl)
  if (plain !== undefined) findings.push(odd('configuration', plain))
  if (published && env.trustProxy === 0 && isLoopback(`http://${env.host}`)) {
    findings.push(
      odd('configuration', 'Set TRUST_PROXY to the number of proxies in front, or limits count all as one.'),
    )
  }
  if (env.mailUrl === undefined) {
    const words = `MAIL_URL is not set: mails are kept in ${env.dataDir}/mail and reach nobody.`
    findings.push(published ? odd('mail', words) : fine('mail', words))
  }
  if (env.operatorEmails.length === 0) {
    findings.push(odd('operators', 'OPERATOR_EMAILS is empty: nobody can run the platform from inside it.'))
  }
  return findings
}

/**
 * Checks this installation and prints its problems, as a process:
 *
 *   node cli/operations/doctor/main.ts [--json]
 *
 * The environment is that of npm start. It changes nothing, and exits with 1 if something needs a repair.
 */
const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } })

const marks = { fine: 'ok', odd: '--', wrong: '!!' } as const

const runChecks = async (): Promise<Finding[]> => {
  const env = readStartEnv(process.env)
  const inUse = isInUse(env)
  const checks: Record<string, () => Promise<Finding[]> | Finding[]> = {
    configuration: () => checkConfiguration(env),
    'data folder': () => checkFolder(env),
    events: () => checkEvents(env),
    log: () => checkLogIdentity(env),
    notary: () => checkNotary(env),
    keys: () => checkKeys(env),
    content: () => checkContent(env),
    'event store': () => checkEventStore(env, inUse),
    redis: () => checkRedis(env, inUse),
    payments: () => checkPayments(env, inUse),
    scanner: () => checkScanner(env),
    renderer: checkRenderer,
    server: () => (inUse ? checkServer(env) : [fine('server', `Nothing runs on ${env.dataDir}. Start it: npm start`)]),
  }
  const findings: Finding[] = []
  for (const [about, check] of Object.entries(checks)) findings.push(...(await checking(about, check)))
  return findings
}

const findings = await runChecks().catch((error) => {
  if (error instanceof EnvironmentError) return [wrong('configuration', error.message)]
  throw error
})
const needsRepair = findings.filter(({ state }) => state === 'wrong').length
const summary = needsRepair === 0 ? 'Nothing has to be mended.' : `${needsRepair} to mend.`
const lines = findings.map(({ about, state, words }) => `${marks[state]}  ${about}: ${words}`)
process.stdout.write(`${values.json ? JSON.stringify(findings, null, 2) : [...lines, summary].join('\n')}\n`)
process.exitCode = needsRepair === 0 ? 0 : 1
