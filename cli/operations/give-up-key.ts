import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { masterKeyOpens, openKeyStore } from '#api/adapters/key-store.ts'
import { masterKeyFor } from '#api/adapters/master-key.ts'
import { type Env, readEnvOrExit } from '#api/env/env.ts'
import { safeText } from '#schemas/text/safe-text.ts'

/**
 * Records that missing keys are lost for good, as a process, whether the product runs or not (D-104):
 *
 *   node cli/operations/give-up-key.ts ID... [--json]
 *
 * Data sealed with such a key stays unreadable, like that of an erased person, and stopped readers continue. Keys
 * that exist are refused. Reads DATA_DIR and MASTER_KEY like the server; a refusal is one line on standard error and exit code 1.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false } },
})

const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/** Gives up all of these keys or none; the message of an error is what the person reads. */
const giveUp = async (env: Env, ids: readonly string[]): Promise<void> => {
  const file = join(env.dataDir, 'keys.sqlite')
  const hasMasterKey = env.masterKey !== undefined || existsSync(join(env.dataDir, 'master.key'))
  if (!existsSync(file) || !hasMasterKey || !masterKeyOpens(file, masterKeyFor(env))) {
    throw new Error(`${env.dataDir} has no keys that its master key opens. See: siteledger doctor`)
  }
  const keys = openKeyStore(file, masterKeyFor(env))
  try {
    for (const id of ids) {
      if (!isId(id)) throw new Error(`"${id}" is not an id, as the log of Siteledger names a missing key.`)
      if (keys.find(id) instanceof Uint8Array) throw new Error(`The key of ${id} is not missing.`)
    }
    for (const id of ids) await keys.destroy(id)
  } finally {
    keys.close()
  }
}

try {
  await giveUp(readEnvOrExit(process.env), positionals)
  const words = positionals.map((id) => `The key of ${id} is given up: what is sealed with it stays unreadable.`)
  process.stdout.write(values.json ? `${JSON.stringify({ given_up: positionals })}\n` : `${words.join('\n')}\n`)
} catch (error) {
  process.stderr.write(`siteledger: ${safeText(error instanceof Error ? error.message : String(error))}\n`)
  process.exitCode = 1
}
