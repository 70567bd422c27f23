import { hash, randomBytes } from 'node:crypto'
import type { Redis } from 'ioredis'
import { type FileId, type TeamId, type UserId, ZipName } from '#schemas/ids.ts'
import type { FileFilter } from '#schemas/resources/chosen-files.ts'
import { type Digest, markedTexts } from './marked-texts.ts'

/** The files that somebody wants as one zip file: by ids, or by a filter. */
export type ZipRequest = { userId: UserId; teamId: TeamId; ids?: FileId[]; filter?: FileFilter }

/** Zip files that were prepared and may be downloaded. Losing them has users prepare them again. */
export type ZipRequests = {
  /** Keeps a request for some milliseconds; answers the text that names it. */
  open: (request: ZipRequest, lasts: number) => Promise<ZipName>
  /** The request of this name; null for any other text, and later. */
  find: (name: ZipName) => Promise<ZipRequest | null>
}

export const newZipName = (): ZipName => ZipName.parse(randomBytes(32).toString('base64url'))

/** Requests in Redis under the hash of their name, with a mark that no other program can make. */
export const redisZipRequests = (redis: Redis, digest: Digest): ZipRequests => {
  const marked = markedTexts(digest, 'zip-request')
  const keyOf = (name: ZipName): string => `zip-request:${hash('sha256', name, 'base64url')}`
  return {
    open: async (request, lasts) => {
      const name = newZipName()
      const key = keyOf(name)
      await redis.set(key, marked.write(key, JSON.stringify(request)), 'PX', lasts)
      return name
    },
    find: async (name) => {
      const key = keyOf(name)
      const text = marked.read(key, await redis.get(key))
      return text === null ? null : JSON.parse(text)
    },
  }
}
