import { randomBytes, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Bucket } from './bucket.ts'
import { BucketRefused } from './errors.ts'

/** How far the clocks of an installation and its bucket may be apart, in milliseconds: servers refuse more. */
const maxSkew = 15 * 60 * 1000

/**
 * Tries all that is needed of a bucket, with an object of its own: to write, read, list and delete, and that each is seen
 * by the next. The client sets its clock by the bucket's in silence; ages of objects would be wrong.
 * @throws {BucketAway} and {BucketRefused}
 */
export const probeBucket = async (bucket: Bucket): Promise<void> => {
  const key = `.probe-${randomUUID()}`
  const bytes = randomBytes(32)
  const expect = (holds: boolean, words: string): void => {
    if (!holds) throw new BucketRefused(`${bucket.where} ${words}: use a server that answers reads after writes.`)
  }
  await bucket.put(key, bytes)
  const read = await bucket.get(key)
  expect(read !== undefined && bytes.equals(await buffer(read)), 'does not answer what was just put there')
  let isListed = false
  for await (const object of bucket.list(key)) isListed ||= object.key === key
  expect(isListed, 'does not list what was just put there')
  await bucket.delete(key)
  expect((await bucket.head(key)) === undefined, 'answers what was just deleted there')
  if (Math.abs(bucket.skew()) <= maxSkew) return
  const minutes = Math.round(bucket.skew() / 60_000)
  const words = `${Math.abs(minutes)} minutes ${minutes < 0 ? 'behind' : 'ahead of'} this machine's: set the clocks`
  throw new BucketRefused(`The clock of ${bucket.where} is ${words}.`)
}

/**
 * Refuses a bucket that keeps what is deleted.
 * @throws {BucketAway} and {BucketRefused}
 */
export const refuseVersions = async (bucket: Bucket): Promise<void> => {
  if (!(await bucket.isVersioned())) return
  throw new BucketRefused(`${bucket.where} keeps versions of what is deleted: name a bucket that never kept any.`)
}
