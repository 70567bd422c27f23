import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { ContentHash } from '#schemas/ids.ts'
import {
  type ByteRange,
  type ContentHolder,
  type ContentStore,
  ContentTooLarge,
  contentAt,
  measure,
  placeOf,
  placeOfHolder,
  type StoredContent,
  verified,
} from './content-store.ts'

const ownerOnlyFolder = 0o700
const ownerOnlyFile = 0o600

/** The age in milliseconds after which a temporary file is abandoned: an upload is a few MB and times out. */
const abandonedAfter = 60 * 60 * 1000

/** How many folders are remembered as durable. */
const maxSettled = 10_000

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code
const isMissing = (error: unknown): boolean => hasCode(error, 'ENOENT')

/** Makes the entries of a folder durable; renaming alone does not. */
const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Makes the bytes of a file durable. It counts as put now, whenever it was written (see `remove`). */
const syncFile = async (path: string): Promise<void> => {
  const handle = await open(path, 'r+')
  try {
    const now = new Date()
    await handle.utimes(now, now)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The names in a folder; none for one that is gone, and for a file. */
const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error) => {
    if (isMissing(error) || hasCode(error, 'ENOTDIR')) return []
    throw error
  })

/** Removes files of dead processes, those that are `ours` by name and owner; a young one may belong to a living process. */
export const sweepAbandoned = async (
  folder: string,
  now: number,
  ours: (name: string, uid: number) => boolean,
): Promise<void> => {
  for (const name of await namesIn(folder)) {
    const path = join(folder, name)
    const { mtimeMs, uid } = await stat(path).catch((error) => {
      if (isMissing(error)) return { mtimeMs: now, uid: -1 }
      throw error
    })
    if (now - mtimeMs > abandonedAfter && ours(name, uid)) await rm(path, { force: true })
  }
}

/**
 * Content in a local folder: `<root>/<holder>/<first two digits>/<hash>`, readable by the owner alone. New content is
 * written to `<root>/.incoming`, synced, renamed into place, and then the folders are synced.
 * @param root an absolute or relative folder; created if missing
 * @param now milliseconds, to tell abandoned temporary files from living ones
 */
export const openContentFolder = async (root: string, now: number): Promise<ContentStore> => {
  const base = resolve(root)
  const incoming = join(base, '.incoming')
  await mkdir(incoming, { recursive: true, mode: ownerOnlyFolder })
  await syncFolder(dirname(base))
  await sweepAbandoned(incoming, now, () => true)

  const pathOf = (holder: ContentHolder, hash: ContentHash): string => join(base, placeOf(holder, hash))

  const find = async (holder: ContentHolder, hash: ContentHash): Promise<StoredContent | undefined> => {
    const path = pathOf(holder, hash)
    try {
      const { size } = await stat(path)
      const read = async (range?: ByteRange) =>
        range ? createReadStream(path, range) : verified(createReadStream(path), hash, path)
      return { hash, size, read, inFile: (use) => use(path) }
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  const settled = new Set<string>()

  /** Makes a folder itself durable, once. A holder that was purged lost its folders, but puts nothing any more. */
  const settle = async (folder: string, isNew: boolean): Promise<void> => {
    if (!isNew && settled.has(folder)) return
    await syncFolder(dirname(folder))
    if (settled.size >= maxSettled) settled.clear()
    settled.add(folder)
  }

  /** Renames the file over an existing one: the content is the same, and a damaged copy is repaired. */
  const moveIntoPlace = async (temporary: string, path: string): Promise<void> => {
    const folder = dirname(path)
    const holder = dirname(folder)
    const firstMade = await mkdir(folder, { recursive: true, mode: ownerOnlyFolder })
    await rename(temporary, path)
    await syncFolder(folder)
    await settle(folder, firstMade !== undefined)
    await settle(holder, firstMade === holder)
  }

  /** Moves the file aside first: a copy that is put in its place meanwhile stays. */
  const remove: ContentStore['remove'] = async (holder, hash, putSince) => {
    const path = pathOf(holder, hash)
    const aside = join(incoming, `${process.pid}-${randomUUID()}`)
    try {
      if ((await stat(path)).mtimeMs >= putSince) return false
      await rename(path, aside)
      const isYoung = (await stat(aside)).mtimeMs >= putSince
      await (isYoung ? rename(aside, path) : rm(aside))
      await syncFolder(dirname(path))
      return !isYoung
    } catch (error) {
      if (isMissing(error)) return true
      throw error
    }
  }

  const put: ContentStore['put'] = async (holder, source, { maxBytes }) => {
    placeOfHolder(holder)
    const temporary = join(incoming, `${process.pid}-${randomUUID()}`)
    try {
      const measured = measure(source, maxBytes)
      const file = await open(temporary, 'wx', ownerOnlyFile)
      try {
        await file.writeFile(measured.bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      const content = measured.result()
      await moveIntoPlace(temporary, pathOf(holder, content.hash))
      return content
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  }

  return {
    find,
    remove,
    put,
    has: async (holder, hash) => (await find(holder, hash)) !== undefined,
    list: async function* () {
      for (const holder of await namesIn(base)) {
        for (const digits of await namesIn(join(base, holder))) {
          for (const name of await namesIn(join(base, holder, digits))) {
            const content = contentAt(`${holder}/${digits}/${name}`)
            if (content) yield content
          }
        }
      }
    },
    purge: async (holder) => {
      await rm(join(base, placeOfHolder(holder)), { recursive: true, force: true })
      await syncFolder(base)
    },
    putFile: async (holder, { path, size, hash }, limits) => {
      if (size > limits.maxBytes) throw new ContentTooLarge(limits.maxBytes)
      try {
        await syncFile(path)
        await moveIntoPlace(path, pathOf(holder, hash))
        return { hash, size }
      } catch (error) {
        if (!hasCode(error, 'EXDEV')) throw error
        return put(holder, createReadStream(path), limits)
      }
    },
  }
}
