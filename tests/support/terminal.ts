import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { finished } from 'node:stream/promises'
import { runCommandLine } from '#cli/command-line.ts'
import { createApiToken } from '#schemas/resources/api-tokens.ts'
import type { TokenAbility } from '#schemas/rights/token-abilities.ts'
import type { TestApp } from './app.ts'
import { type Finished, runProgram } from './run-program.ts'
import type { Member } from './teams.ts'

/** The first process of the command line. */
export const program = join(import.meta.dirname, '../../cli/siteledger.mjs')

export type Typed = Finished & {
  /** The output of `--json`, parsed. */
  json: () => unknown
}

/** Runs the command line with these arguments in a process of its own, not in a terminal. */
export const siteledgerProcess = async (env: NodeJS.ProcessEnv, ...args: string[]): Promise<Typed> => {
  const ended = await runProgram(process.execPath, [program, ...args], { PATH: process.env.PATH, ...env }).finished
  return { ...ended, json: () => JSON.parse(ended.stdout) }
}

/** Puts a stream that collects its text in the place of an output of this process. */
const collected = (name: 'stdout' | 'stderr') => {
  const own = Object.getOwnPropertyDescriptor(process, name) ?? {}
  const stream = new PassThrough()
  let text = ''
  stream.setEncoding('utf8').on('data', (data) => {
    text += String(data)
  })
  Object.defineProperty(process, name, { value: stream, configurable: true })
  return {
    end: async (): Promise<string> => {
      Object.defineProperty(process, name, own)
      stream.end()
      await finished(stream)
      return text
    },
  }
}

/** Puts these variables in the place of those that the command line reads; returns what puts them back. */
const withVariables = (env: NodeJS.ProcessEnv) => {
  const read = Object.keys(process.env).filter((name) => /^(SITELEDGER_|FORCE_COLOR|NO_COLOR)/.test(name))
  const own = Object.fromEntries([...read, ...Object.keys(env)].map((name) => [name, process.env[name]]))
  const set = (values: NodeJS.ProcessEnv) => {
    for (const [name, value] of Object.entries(values)) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }
  set(Object.fromEntries(read.map((name) => [name, undefined])))
  set(env)
  return () => set(own)
}

const runHere = async (env: NodeJS.ProcessEnv, args: readonly string[]): Promise<Typed> => {
  const stdout = collected('stdout')
  const stderr = collected('stderr')
  const restore = withVariables(env)
  const own = process.exitCode
  process.exitCode = 0
  try {
    await runCommandLine([process.execPath, program, ...args])
  } finally {
    restore()
  }
  const code = Number(process.exitCode)
  process.exitCode = own
  const printed = await stdout.end()
  return { code, signal: null, stdout: printed, stderr: await stderr.end(), json: () => JSON.parse(printed) }
}

/** Calls that turn the process into another program, which happens once. */
const becomesAnother = ['backup', 'doctor', 'give-up-key', 'keys', 'log', 'restore']

let before: Promise<unknown> = Promise.resolve()

/** Runs the command line with these arguments, not in a terminal: within this process, one command after the other. */
export const siteledger = (env: NodeJS.ProcessEnv, ...args: string[]): Promise<Typed> => {
  if (becomesAnother.includes(args[0] ?? '')) return siteledgerProcess(env, ...args)
  const running = before.then(() => runHere(env, args))
  before = running.catch(() => undefined)
  return running
}

/** An empty config folder. */
export const newConfig = (): string => mkdtempSync(join(tmpdir(), 'siteledger-config-'))

/** Begins to sign in in the browser at the server of this URL; `address` is the one that it prints. */
export const beginLogin = async ({ url }: { url: string }, config: string, ...args: string[]) => {
  const env = { PATH: process.env.PATH, SITELEDGER_CONFIG: config }
  const running = runProgram(process.execPath, [program, 'login', '--url', url, ...args], env)
  const address = await new Promise<string>((resolve, reject) => {
    let text = ''
    running.child.stderr?.on('data', (data) => {
      text += String(data)
      const [found] = /http\S+\/oauth\/authorize\S+(?=\n)/.exec(text) ?? []
      if (found) resolve(found)
    })
    void running.finished.then(() => reject(new Error(text)))
  })
  return { address, finished: running.finished }
}

/** The environment of a user whose API token has these abilities. */
export const withToken = async (app: TestApp, member: Member, abilities: TokenAbility[]) => {
  const { body } = await member.call(createApiToken, { body: { name: 'Terminal', abilities } })
  return { SITELEDGER_URL: app.url, SITELEDGER_TOKEN: body.token, SITELEDGER_CONFIG: newConfig() }
}
