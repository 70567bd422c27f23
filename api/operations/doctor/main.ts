import { parseArgs } from 'node:util'
import { EnvironmentError, readEnv } from '#api/env.ts'
import { lookAtConfiguration } from './configuration.ts'
import { isInUse, lookAtContent, lookAtEvents, lookAtFolder, lookAtKeys } from './data-folder.ts'
import { type Finding, fine, lookingAt, wrong } from './finding.ts'
import { lookAtRedis, lookAtServer } from './services.ts'

/**
 * Looks over this installation and says in words what is wrong with it, as a process:
 *
 *   node api/operations/doctor/main.ts [--json]
 *
 * The environment is that of npm start. Changes nothing. Exits with 1 where something has to be mended.
 */
const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } })

const marks = { fine: 'ok', odd: '--', wrong: '!!' } as const

const lookOver = async (): Promise<Finding[]> => {
  const env = readEnv(process.env)
  const inUse = isInUse(env)
  const looks: Record<string, () => Promise<Finding[]> | Finding[]> = {
    configuration: () => lookAtConfiguration(env),
    'data folder': () => lookAtFolder(env),
    events: () => lookAtEvents(env),
    keys: () => lookAtKeys(env),
    content: () => lookAtContent(env),
    redis: () => lookAtRedis(env),
    server: () => (inUse ? lookAtServer(env) : [fine('server', `Nothing runs on ${env.dataDir}. Start it: npm start`)]),
  }
  const findings: Finding[] = []
  for (const [about, look] of Object.entries(looks)) findings.push(...(await lookingAt(about, look)))
  return findings
}

const findings = await lookOver().catch((error) => {
  if (error instanceof EnvironmentError) return [wrong('configuration', error.message)]
  throw error
})
const toMend = findings.filter(({ state }) => state === 'wrong').length
const summary = toMend === 0 ? 'Nothing has to be mended.' : `${toMend} to mend.`
const lines = findings.map(({ about, state, words }) => `${marks[state]}  ${about}: ${words}`)
process.stdout.write(`${values.json ? JSON.stringify(findings, null, 2) : [...lines, summary].join('\n')}\n`)
process.exitCode = toMend === 0 ? 0 : 1
