import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

/** Runs the command line with these arguments, not in a terminal. */
export const siteledger = async (env: NodeJS.ProcessEnv, ...args: string[]): Promise<Typed> => {
  const finished = await runProgram(process.execPath, [program, ...args], { PATH: process.env.PATH, ...env }).finished
  return { ...finished, json: () => JSON.parse(finished.stdout) }
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
