import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ContentHash } from '#schemas/ids.ts'
import type { Bucket } from './bucket/bucket.ts'
import { sweepAbandoned } from './content-folder.ts'
import {
  type ContentHolder,
  ContentMissing,
  type ContentStore,
  ContentTooLarge,
  contentAt,
  measure,
  placeOf,
  placeOfHolder,
  type StoredContent,
  verified,
} from './content-store.ts'

const temporary = 'siteledger-content-'

/** Removes what processes of this account that died have left of `withFile`. */
export const sweepTemporary = (now: number): Promise<void> =>
  sweepAbandoned(tmpdir(), now, (name, uid) => name.startsWith(temporary) && uid === process.getuid?.())

/** A file of this process alone, for as long as it is used. */
const withFile = async <Result>(bytes: Readable, use: (path: string) => Promise<Result>): Promise<Result> => {
  const path = join(tmpdir(), `${temporary}${randomUUID()}`)
  try {
    await pipeline(bytes, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    return await use(path)
  } finally {
    await rm(path, { force: true })
  }
}

/** Buckets tell when an object was put in whole seconds, and their clock in as many. */
const coarseness = 2000

/**
 * Content in a bucket, as objects `<holder>/<first two digits>/<hash>`. Each is put in one piece, whose SHA-256 the server
 * checks; what is put again gets a new time.
 * @throws {BucketAway} and {BucketRefused}, every call
 */
export const contentInBucket = (bucket: Bucket): ContentStore => {
  const find = async (holder: ContentHolder, hash: ContentHash): Promise<StoredContent | undefined> => {
    const key = placeOf(holder, hash)
    const found = await bucket.head(key)
    if (!found) return undefined
    const read: StoredContent['read'] = async (range) => {
      const bytes = await bucket.get(key, range)
      if (!bytes) throw new ContentMissing(holder, hash, 'this')
      return range ? bytes : verified(bytes, hash, `${bucket.where} ${key}`)
    }
    return { hash, size: found.size, read, inFile: async (use) => withFile(await read(), use) }
  }

  const putFile: ContentStore['putFile'] = async (holder, { path, size, hash }, { maxBytes }) => {
    if (size > maxBytes) throw new ContentTooLarge(maxBytes)
    await bucket.put(placeOf(holder, hash), { path, size, hash })
    await rm(path)
    return { hash, size }
  }

  return {
    find,
    putFile,
    has: async (holder, hash) => (await bucket.head(placeOf(holder, hash))) !== undefined,
    put: async (holder, source, limits) => {
      placeOfHolder(holder)
      const { bytes, result } = measure(source, limits.maxBytes)
      return withFile(Readable.from(bytes), (path) => putFile(holder, { path, ...result() }, limits))
    },
    remove: async (holder, hash, putSince) => {
      const key = placeOf(holder, hash)
      const found = await bucket.head(key)
      if (!found) return true
      const putAt = found.lastModified.getTime() - bucket.skew() + coarseness
      if (putAt >= putSince) return false
      await bucket.delete(key)
      return true
    },
    list: async function* () {
      for await (const { key } of bucket.list()) {
        const content = contentAt(key)
        if (content) yield content
      }
    },
    purge: async (holder) => {
      const below = placeOfHolder(holder)
      const keys = async function* () {
        for await (const { key } of bucket.list(below)) yield key
      }
      await bucket.deleteAll(keys())
    },
  }
}
