import { keptInBucket } from './kept-in-bucket.ts'
import { keptInFile, readFileOfKeys } from './kept-in-file.ts'
import type { KeptKeys } from './kept-keys.ts'
import { openKeyBucket } from './key-bucket.ts'
import { type KeyStore, openKeyStore } from './key-store.ts'
import { opens, rootIn } from './key-wrapping.ts'
import { fingerprintOf, keyFor } from './master-key.ts'
import { type StoragePlace, storagePlaceAt } from './storage-place.ts'

/** The keys at a place, to change them; a file is made if it is missing. `use`: see `openKeysFile`. */
export const keptAt = (place: StoragePlace, use: 'shared' | 'alone' = 'shared'): KeptKeys =>
  'bucket' in place ? keptInBucket(place.bucket) : keptInFile(place.path, use)

/** Reads the keys at a place; they are undefined where there is no file of keys, and none is made. */
export const readKept = async <Result>(
  place: StoragePlace,
  read: (kept: KeptKeys | undefined) => Promise<Result>,
): Promise<Result> => {
  const kept = 'bucket' in place ? keptInBucket(place.bucket) : readFileOfKeys(place.path)
  try {
    return await read(kept)
  } finally {
    kept?.close()
  }
}

/** Whether there are any keys, or marks of those that were destroyed. */
export const holdsKeys = async (kept: KeptKeys): Promise<boolean> => {
  for await (const _ of kept.batches(1)) return true
  return false
}

/** The first master key, by what the keys note; undefined if this is not the master key that they note it by. */
export const rootOf = async (kept: KeptKeys | undefined, masterKey: Uint8Array): Promise<Uint8Array | undefined> => {
  const note = await kept?.note('root')
  try {
    return rootIn(note, masterKey)
  } catch {
    return undefined
  }
}

/** The fingerprint by which a log knows a master key: that of the first one. */
export const fingerprintBy = async (kept: KeptKeys | undefined, masterKey: Uint8Array): Promise<string> =>
  fingerprintOf((await rootOf(kept, masterKey)) ?? masterKey)

/** Whether this is the master key of the keys, by the first of them; true if there is none. */
export const opensKept = async (kept: KeptKeys, masterKey: Uint8Array): Promise<boolean> => {
  if ((await rootOf(kept, masterKey)) === undefined) return false
  const wrappingKey = keyFor(masterKey, 'person-keys')
  for await (const [key] of kept.batches(1)) {
    if (key?.kept instanceof Uint8Array) return opens(wrappingKey, key.name, key.kept)
  }
  return true
}

/** Opens the keys at an address for use. */
export const openKeys = async (url: string, masterKey: Uint8Array): Promise<KeyStore> => {
  const place = await storagePlaceAt(url)
  if ('path' in place) return openKeyStore(place.path, masterKey)
  return openKeyBucket(place.bucket, masterKey, rootIn(await keptInBucket(place.bucket).note('root'), masterKey))
}
