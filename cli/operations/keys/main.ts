import { parseArgs } from 'node:util'
import type { KeptKeys } from '#api/adapters/kept-keys.ts'
import { masterKeyFor } from '#api/adapters/master-key.ts'
import { keptAt, readKept } from '#api/adapters/open-keys.ts'
import { type StoragePlace, storagePlaceAt } from '#api/adapters/storage-place.ts'
import { readEnvOrExit } from '#api/env/env.ts'
import { checkBucket } from '#api/installation/content.ts'
import { exitCodes, Failure } from '#cli/failure.ts'
import { isInUse } from '#cli/operations/doctor/data-folder.ts'
import { endWith } from '#cli/operations/end.ts'
import { copyKeys } from './copy.ts'
import { refuseReplicas } from './refuse-replicas.ts'
import { rewrapKeys } from './rewrap.ts'

// Whatever it writes belongs to its owner alone.
process.umask(0o077)

/**
 * The keys of people as a whole, as a process, while Siteledger is stopped:
 *
 *   node cli/operations/keys/main.ts copy [--from URL] --to URL [--json]
 *   node cli/operations/keys/main.ts rewrap [--json]
 *
 * The environment is that of npm start. A refusal is one line on standard error and an exit code of the command line.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { from: { type: 'string' }, to: { type: 'string' }, json: { type: 'boolean', default: false } },
})
const env = readEnvOrExit(process.env)

/** The full address of what the command line names, by the rules of KEYS_URL. */
const urlOf = (named: string | undefined): string =>
  named === undefined ? env.keysUrl : readEnvOrExit({ ...process.env, KEYS_URL: named }).keysUrl

const sqliteBusy = 5

/** Opens the keys at a place for this process alone. */
const openAlone = (place: StoragePlace): KeptKeys => {
  try {
    return keptAt(place, 'alone')
  } catch (error) {
    const isBusy = error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy
    throw isBusy ? new Failure(`A process has ${place.where} open: stop Siteledger first.`) : error
  }
}

/** The keys that are at an address already. */
const openHeld = async (url: string): Promise<KeptKeys> => {
  const place = await storagePlaceAt(url)
  const isThere = 'bucket' in place || (await readKept(place, async (kept) => kept !== undefined))
  if (!isThere) throw new Failure(`There are no keys in ${place.where}.`)
  return openAlone(place)
}

const copy = async () => {
  const fromUrl = urlOf(values.from)
  const toUrl = urlOf(values.to)
  if (fromUrl === toUrl) throw new Failure('Source and target are the same.', exitCodes.wrongUsage)
  const target = await storagePlaceAt(toUrl)
  if ('bucket' in target) await checkBucket('KEYS_URL', toUrl, target.bucket)
  if (env.redisUrl !== undefined) await refuseReplicas(env.redisUrl, masterKeyFor(env))
  const from = await openHeld(fromUrl)
  const to = openAlone(target)
  try {
    const copied = await copyKeys(from, to)
    const words = `Copied ${copied} keys from ${from.where} to ${to.where}: set KEYS_URL to that before the next start.`
    return { words, value: { copied, from: from.where, to: to.where } }
  } finally {
    from.close()
    to.close()
  }
}

const rewrap = async () => {
  if (env.oldMasterKey === undefined) throw new Failure('Set OLD_MASTER_KEY_FILE to the file of the master key so far.')
  const old = Buffer.from(env.oldMasterKey, 'base64')
  const next = masterKeyFor(env)
  if (old.equals(next)) throw new Failure('MASTER_KEY and OLD_MASTER_KEY are the same: set MASTER_KEY to a new one.')
  if (env.redisUrl !== undefined) await refuseReplicas(env.redisUrl, old)
  const kept = await openHeld(env.keysUrl)
  try {
    const rewrapped = await rewrapKeys(kept, old, next)
    const words = `Wrapped ${rewrapped} keys in ${kept.where} by MASTER_KEY, the only one that opens them from now on.`
    return { words, value: { rewrapped, in: kept.where } }
  } finally {
    kept.close()
  }
}

const tasks: Record<string, () => Promise<{ words: string; value: object }>> = { copy, rewrap }

try {
  if (isInUse(env)) throw new Failure(`Siteledger runs on ${env.dataDir}: stop it first.`)
  const done = await tasks[positionals[0] ?? '']?.()
  if (done) process.stdout.write(`${values.json ? JSON.stringify(done.value) : done.words}\n`)
} catch (error) {
  endWith(error)
}
