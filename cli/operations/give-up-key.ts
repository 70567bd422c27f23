import { parseArgs } from 'node:util'
import { masterKeyFor } from '#api/adapters/master-key.ts'
import { keptAt, openKeys, opensKept, readKept } from '#api/adapters/open-keys.ts'
import { storagePlaceAt } from '#api/adapters/storage-place.ts'
import { type Env, readEnvOrExit } from '#api/env/env.ts'
import { hasMasterKey } from '#api/installation/keys.ts'
import { firstKid } from '#schemas/events/personal.ts'
import { safeText } from '#schemas/text/safe-text.ts'

/**
 * Records that missing keys are lost for good, as a process, whether the product runs or not (D-104):
 *
 *   node cli/operations/give-up-key.ts ID... [--json]
 *
 * Data sealed with such a key stays unreadable, like that of an erased person, and stopped readers continue. Keys
 * that exist are refused. An ID is that of a person, with a slash and the key's name where the log names that too. Reads
 * DATA_DIR, KEYS_URL and MASTER_KEY like the server; a refusal is one line on standard error and exit code 1.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false } },
})

const uuid = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const isId = (text: string): boolean => new RegExp(`^(billing-)?${uuid}(/[\\w-]{1,32})?$`).test(text)

/** Gives up all of these keys or none; the message of an error is what the person reads. */
const giveUp = async (env: Env, ids: readonly string[]): Promise<void> => {
  const place = await storagePlaceAt(env.keysUrl)
  const opens = await readKept(place, async (kept) => kept && hasMasterKey(env) && opensKept(kept, masterKeyFor(env)))
  if (!opens) throw new Error(`${place.where} has no keys that the master key opens. See: siteledger doctor`)
  const names = ids.map((id) => {
    if (!isId(id)) throw new Error(`"${id}" is not an id, as the log of Siteledger names a missing key.`)
    const [personId = '', kid = firstKid] = id.split('/')
    return { personId, kid }
  })
  const keys = await openKeys(env.keysUrl, masterKeyFor(env))
  const kept = keptAt(await storagePlaceAt(env.keysUrl))
  try {
    await keys.fetch(names)
    for (const [at, { personId, kid }] of names.entries()) {
      if (keys.find(personId, kid) instanceof Uint8Array) throw new Error(`The key of ${ids[at]} is not missing.`)
    }
    await kept.put(names.map((name) => ({ name, kept: 'given-up' })))
  } finally {
    kept.close()
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
