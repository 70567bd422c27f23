import { existsSync, readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { parseBucketAddress } from './bucket/address.ts'
import { type Bucket, openBucket } from './bucket/bucket.ts'
import { contentInBucket, sweepTemporary } from './content-bucket.ts'
import { openContentFolder } from './content-folder.ts'
import { type ContentHolder, type ContentStore, DamagedContent } from './content-store.ts'
import { writeOnce } from './write-once.ts'

/** What an address of content leads to; `where` is its name for people. */
export type ContentPlace = { where: string; folder: string } | { where: string; bucket: Bucket }

/** Where content of an address lies, a `file:` URL or that of a bucket; asks for nothing yet. */
export const contentPlaceAt = async (url: string): Promise<ContentPlace> => {
  const address = parseBucketAddress(url)
  if (!address) return { where: fileURLToPath(url), folder: fileURLToPath(url) }
  const bucket = await openBucket(address)
  return { where: bucket.where, bucket }
}

/** The content at a place; a folder is made if it is missing. What dead processes left an hour before `now` is removed. */
export const openContent = async (place: ContentPlace, now = Date.now()): Promise<ContentStore> => {
  if ('folder' in place) return openContentFolder(place.folder, now)
  await sweepTemporary(now)
  return contentInBucket(place.bucket)
}

const mark = '.log-id'

/** The id of the log that content belongs to (D-110); undefined for content that says none. */
export const contentLogId = async (place: ContentPlace): Promise<string | undefined> => {
  if ('folder' in place) {
    const file = join(place.folder, mark)
    return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
  }
  const found = await place.bucket.get(mark)
  return found && (await text(found)).trim()
}

/** Marks content as that of a log, unless it is marked. */
export const markContent = async (place: ContentPlace, logId: string): Promise<void> => {
  if ('folder' in place) {
    await mkdir(place.folder, { recursive: true, mode: 0o700 })
    writeOnce(join(place.folder, mark), `${logId}\n`)
  } else if ((await place.bucket.head(mark)) === undefined) await place.bucket.put(mark, Buffer.from(`${logId}\n`))
}

/** Reads texts of content at an address, which is opened for the first; undefined for one that is gone or damaged. */
export const textsAt = (url: string) => {
  let opening: Promise<ContentStore> | undefined
  return async (holder: ContentHolder, hash: Parameters<ContentStore['find']>[1]): Promise<string | undefined> => {
    opening ??= contentPlaceAt(url).then((place) => openContent(place))
    const found = await (await opening).find(holder, hash)
    try {
      return found && (await text(await found.read()))
    } catch (error) {
      if (error instanceof DamagedContent) return undefined
      throw error
    }
  }
}
