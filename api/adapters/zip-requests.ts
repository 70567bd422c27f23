import type { Redis } from 'ioredis'
import { type FileId, type TeamId, type UserId, ZipName } from '#schemas/ids.ts'
import type { FileFilter } from '#schemas/resources/chosen-files.ts'
import { markedRecords, newRecordName } from './marked-records.ts'
import type { Digest } from './marked-texts.ts'

/** The files that somebody wants as one zip file: by ids, or by a filter. */
export type ZipRequest = { userId: UserId; teamId: TeamId; ids?: FileId[]; filter?: FileFilter }

/** Zip files that were prepared and may be downloaded. Losing them has users prepare them again. */
export type ZipRequests = {
  /** Keeps a request for some milliseconds; answers the text that names it. */
  open: (request: ZipRequest, lasts: number) => Promise<ZipName>
  /** The request of this name; null for any other text, and later. */
  find: (name: ZipName) => Promise<ZipRequest | null>
}

export const newZipName = (): ZipName => ZipName.parse(newRecordName())

export const redisZipRequests = (redis: Redis, digest: Digest): ZipRequests => {
  const { keep, find } = markedRecords<ZipRequest>(redis, digest, 'zip-request')
  return {
    open: async (request, lasts) => {
      const name = newZipName()
      await keep(name, request, lasts)
      return name
    },
    find,
  }
}
