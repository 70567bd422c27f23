import type { KeptKeys } from '#api/adapters/kept-keys.ts'
import { holdsKeys } from '#api/adapters/open-keys.ts'
import { Failure } from '#cli/failure.ts'

/** Keys that are copied, or wrapped anew, at once. */
export const atOnce = 50

const begun = 'siteledger keys copy began to copy keys to it and has not ended. Run it again.'

const refuseOther = async (to: KeptKeys, id: string): Promise<void> => {
  const other = await to.note('id')
  const isFree = other === undefined ? !(await holdsKeys(to)) : other === id && (await to.note('refused')) === begun
  if (!isFree) throw new Failure(`${to.where} has keys already: name an empty place.`)
}

/**
 * Copies all keys with what is noted beside them, wrapped as they are, and answers how many; what was copied before stays.
 * Either place is refused until it has ended, and the old one afterwards.
 * @throws {Failure} where the new place has other keys, or the old one is refused already
 */
export const copyKeys = async (from: KeptKeys, to: KeptKeys): Promise<number> => {
  const moved = `its keys were copied to ${to.where}: set KEYS_URL to that.`
  const refused = await from.note('refused')
  if (refused !== undefined && refused !== moved) throw new Failure(`${from.where} cannot be used: ${refused}`)
  const id = await from.noteOnce('id', from.newId())
  await refuseOther(to, id)
  await to.setNote('refused', begun)
  await to.noteOnce('id', id)
  const log = await from.note('log')
  const root = await from.note('root')
  if (log !== undefined) await to.noteOnce('log', log)
  if (root !== undefined) await to.setNote('root', root)
  let copied = 0
  for await (const keys of from.batches(atOnce)) {
    await to.put(keys)
    copied += keys.length
  }
  await from.setNote('refused', moved)
  await to.setNote('refused', undefined)
  return copied
}
