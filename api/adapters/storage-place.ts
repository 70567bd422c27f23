import { fileURLToPath } from 'node:url'
import { parseBucketAddress } from './bucket/address.ts'
import { type Bucket, openBucket } from './bucket/bucket.ts'

/** What an address of content or keys leads to: a folder or file at a path, or a bucket. `where` is its name for people. */
export type StoragePlace = { where: string; path: string } | { where: string; bucket: Bucket }

/** Where things of an address lie, a `file:` URL or that of a bucket; asks for nothing yet. */
export const storagePlaceAt = async (url: string): Promise<StoragePlace> => {
  const address = parseBucketAddress(url)
  if (!address) return { where: fileURLToPath(url), path: fileURLToPath(url) }
  const bucket = await openBucket(address)
  return { where: bucket.where, bucket }
}
