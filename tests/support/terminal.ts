import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApiToken } from '#schemas/resources/api-tokens.ts'
import type { TokenAbility } from '#schemas/token-abilities.ts'
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

/** The environment of a user whose API token has these abilities. */
export const withToken = async (app: TestApp, member: Member, abilities: TokenAbility[]) => {
  const { body } = await member.call(createApiToken, { body: { name: 'Terminal', abilities } })
  return { SITELEDGER_URL: app.url, SITELEDGER_TOKEN: body.token, SITELEDGER_CONFIG: newConfig() }
}
