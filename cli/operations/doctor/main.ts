import { parseArgs } from 'node:util'
import { EnvironmentError, readEnv } from '#api/env/env.ts'
import { checkConfiguration } from './configuration.ts'
import { checkContent, checkEvents, checkFolder, checkKeys, isInUse } from './data-folder.ts'
import { checkEventStore } from './event-store.ts'
import { checking, type Finding, fine, wrong } from './finding.ts'
import { checkLogIdentity } from './log.ts'
import { checkPayments } from './payments.ts'
import { checkRedis, checkRenderer, checkScanner, checkServer } from './services.ts'

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
  const env = readEnv(process.env)
  const inUse = isInUse(env)
  const checks: Record<string, () => Promise<Finding[]> | Finding[]> = {
    configuration: () => checkConfiguration(env),
    'data folder': () => checkFolder(env),
    events: () => checkEvents(env),
    log: () => checkLogIdentity(env),
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
