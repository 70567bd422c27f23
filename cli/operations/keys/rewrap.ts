import type { KeptKey, KeptKeys } from '#api/adapters/kept-keys.ts'
import { nameOf, opens, rootNote, unwrap, wrap } from '#api/adapters/key-wrapping.ts'
import { keyFor } from '#api/adapters/master-key.ts'
import { holdsKeys, opensKept, rootOf } from '#api/adapters/open-keys.ts'
import { Failure } from '#cli/failure.ts'
import { atOnce } from './copy.ts'

const begun = 'siteledger keys rewrap began to exchange its master key and has not ended. Run it again.'

/** The first master key: that which keys note that were begun to be wrapped anew, otherwise what the old one opens. */
const firstMasterKey = async (kept: KeptKeys, old: Uint8Array, next: Uint8Array): Promise<Uint8Array> => {
  const isNoted = (await kept.note('root')) !== undefined
  const noted = isNoted ? await rootOf(kept, next) : undefined
  if (noted) return noted
  if (!(await holdsKeys(kept))) throw new Failure(`There are no keys in ${kept.where}.`)
  const root = (await opensKept(kept, old)) ? await rootOf(kept, old) : undefined
  if (root) return root
  throw new Failure(`OLD_MASTER_KEY does not open the keys in ${kept.where}: set the one that they are wrapped by.`)
}

/**
 * Wraps all keys by another master key, and answers how many were not yet. The keys are refused until it has ended. What
 * the log names people by stays, by the first master key, which is noted beside the keys.
 * @throws {Failure} where the keys are wrapped by another master key; then nothing is changed
 */
export const rewrapKeys = async (kept: KeptKeys, old: Uint8Array, next: Uint8Array): Promise<number> => {
  const refused = await kept.note('refused')
  if (refused !== undefined && refused !== begun) throw new Failure(`${kept.where} cannot be used: ${refused}`)
  const root = await firstMasterKey(kept, old, next)
  const from = keyFor(old, 'person-keys')
  const to = keyFor(next, 'person-keys')
  const rewrapped = ({ name, kept: wrapped }: KeptKey): KeptKey[] => {
    if (!(wrapped instanceof Uint8Array) || opens(to, name, wrapped)) return []
    if (!opens(from, name, wrapped)) throw new Failure(`OLD_MASTER_KEY does not open the key of ${nameOf(name)}.`)
    return [{ name, kept: wrap(to, nameOf(name), unwrap(from, nameOf(name), wrapped)) }]
  }
  await kept.setNote('refused', begun)
  await kept.setNote('root', rootNote(next, root))
  let count = 0
  for await (const keys of kept.batches(atOnce)) {
    const changed = keys.flatMap(rewrapped)
    await kept.put(changed)
    count += changed.length
  }
  await kept.setNote('refused', undefined)
  return count
}
