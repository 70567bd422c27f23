import { existsSync, readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { contentInBucket, sweepTemporary } from './content-bucket.ts'
import { openContentFolder } from './content-folder.ts'
import { type ContentHolder, type ContentStore, DamagedContent } from './content-store.ts'
import { type StoragePlace, storagePlaceAt } from './storage-place.ts'
import { writeOnce } from './write-once.ts'

/** The content at a place; a folder is made if it is missing. What dead processes left an hour before `now` is removed. */
export const openContent = async (place: StoragePlace, now = Date.now()): Promise<ContentStore> => {
  if ('path' in place) return openContentFolder(place.path, now)
  await sweepTemporary(now)
  return contentInBucket(place.bucket)
}

const mark = '.log-id'

/** The id of the log that content belongs to (D-110); undefined for content that says none. */
export const contentLogId = async (place: StoragePlace): Promise<string | undefined> => {
  if ('path' in place) {
    const file = join(place.path, mark)
    return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
  }
  const found = await place.bucket.get(mark)
  return found && (await text(found)).trim()
}

/** Marks content as that of a log, unless it is marked. */
export const markContent = async (place: StoragePlace, logId: string): Promise<void> => {
  if ('path' in place) {
    await mkdir(place.path, { recursive: true, mode: 0o700 })
    writeOnce(join(place.path, mark), `${logId}\n`)
  } else if ((await place.bucket.head(mark)) === undefined) await place.bucket.put(mark, Buffer.from(`${logId}\n`))
}

/** Reads texts of content at an address, which is opened for the first; undefined for one that is gone or damaged. */
export const textsAt = (url: string) => {
  let opening: Promise<ContentStore> | undefined
  return async (holder: ContentHolder, hash: Parameters<ContentStore['find']>[1]): Promise<string | undefined> => {
    opening ??= storagePlaceAt(url).then((place) => openContent(place))
    const found = await (await opening).find(holder, hash)
    try {
      return found && (await text(await found.read()))
    } catch (error) {
      if (error instanceof DamagedContent) return undefined
      throw error
    }
  }
}
