// What `npm start` runs once everything is installed: checks, builds the web app, starts the processes in order, keeps
// them alive and ends them in order.
import { join } from 'node:path'
import { type Env, readEnvOrExit } from '#api/env.ts'
import { FamilyFailed, startFamily } from '#api/operations/family.ts'
import { CannotStart, checkPort, lockDataDir, prepareDataDir } from '#api/operations/first-checks.ts'
import { endWithParent } from '#api/operations/parent.ts'
import { readableLine } from '#api/operations/readable-line.ts'
import { startEverything } from '#api/operations/start-everything.ts'
import { buildWeb, WebBuildFailed } from '#api/operations/web-build.ts'

const root = join(import.meta.dirname, '../..')

/** Our own lines; the reader of standard output may be gone (`npm start | head`), which is no reason to stop. */
const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}
process.stdout.on('error', () => {})

/** In a terminal each line says whose it is; elsewhere lines stay as they come, so that JSON stays JSON. */
const output = (name: string, line: string): void => {
  const parts = process.stdout.isTTY ? readableLine(line).split('\n') : [line]
  const prefix = process.stdout.isTTY ? `${name.toLowerCase().padEnd(11)} | ` : ''
  for (const part of parts) say(`${prefix}${part}`)
}

const sayReady = (env: Env): void => {
  say('')
  say(`Siteledger is ready: ${env.appUrl}`)
  say('  Open it in a browser and choose Get started to make the first account and its team.')
  if (env.mailUrl === undefined) say(`  Mails, invitations too, are written to ${env.dataDir}/mail and reach nobody.`)
  say(`  Everything is kept in ${env.dataDir}. Ctrl-C stops it.`)
}

// npm, the terminal and cli/start.mjs may each pass on the same Ctrl-C: it must neither be told twice nor cut the
// ending short.
let stopping = false

const family = startFamily(say, output)

const end = async (exitCode: number): Promise<never> => {
  await family.stop()
  if (stopping) say('Stopped.')
  process.exit(exitCode)
}

const giveUp = (error: unknown): Promise<never> => {
  const expected = error instanceof CannotStart || error instanceof FamilyFailed || error instanceof WebBuildFailed
  process.stderr.write(`${expected ? error.message : String(error instanceof Error ? error.stack : error)}\n`)
  return end(expected && 'exitCode' in error ? error.exitCode : 1)
}

const stop = (): void => {
  if (stopping) return
  stopping = true
  say('Stopping ...')
  void end(0)
}

const run = async (): Promise<never> => {
  const env = readEnvOrExit(process.env)
  prepareDataDir(env.dataDir)
  using _lock = lockDataDir(env.dataDir)
  await checkPort(env.port, env.host)
  await buildWeb(root, say)
  await startEverything(family, env, process.env, say)
  sayReady(env)
  return await family.failure
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
endWithParent(stop, 60_000)

run().catch(giveUp)
