import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { overlap, parseBucketAddress } from '#api/adapters/bucket/address.ts'
import { EnvironmentError, pathOf } from './checks.ts'
import type { Values } from './variables.ts'

/** Where content and keys lie; throws an EnvironmentError where the two cannot be used together. */
export const readStores = ({ CONTENT_URL, KEYS_URL, MASTER_KEY }: Values, dataDir: string) => {
  const urlOf = (value: string | undefined, inDataDir: string): string =>
    value?.startsWith('s3:')
      ? value
      : pathToFileURL(value === undefined ? join(dataDir, inDataDir) : pathOf(value)).href
  const stores = { contentUrl: urlOf(CONTENT_URL, 'content'), keysUrl: urlOf(KEYS_URL, 'keys.sqlite') }
  const keys = parseBucketAddress(stores.keysUrl)
  const content = parseBucketAddress(stores.contentUrl)
  if (keys && MASTER_KEY === undefined) {
    throw new EnvironmentError('KEYS_URL is a bucket, whose keys are useless without one MASTER_KEY for all: set it.')
  }
  if (keys && content && overlap(keys, content)) {
    throw new EnvironmentError('KEYS_URL and CONTENT_URL lie in one another: name prefixes that are apart.')
  }
  return stores
}
