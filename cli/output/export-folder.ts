import { createHash } from 'node:crypto'
import { constants, createWriteStream } from 'node:fs'
import { copyFile, lstat, mkdir, open, realpath, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Failure } from '#cli/failure.ts'

/** Windows knows no such flag; there a link is told by its entry alone. */
const readOnly = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)

/** Memory that bytes are read into, again and again: as much garbage would be collected late. */
const idle: Buffer[] = []
const readAtOnce = 256 * 1024

/** The SHA-256 of the bytes of a file, which is no link. */
export const sha256Of = async (path: string): Promise<string> => {
  const hash = createHash('sha256')
  const file = await open(path, readOnly)
  const buffer = idle.pop() ?? Buffer.allocUnsafe(readAtOnce)
  try {
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, readAtOnce)
      if (bytesRead === 0) return hash.digest('hex')
      hash.update(buffer.subarray(0, bytesRead))
    }
  } finally {
    idle.push(buffer)
    await file.close()
  }
}

/** A folder that an export writes: its files lie in it, whatever they are called, and no link is followed. */
export type ExportFolder = {
  /** Whether a file of these bytes lies at a path of the folder. */
  holds: (path: string, content: { size: number; sha256: string }) => Promise<boolean>
  /** Puts a copy of one of its files at another path. */
  copy: (from: string, to: string) => Promise<void>
  /** Writes a file and puts it in its place once it is whole; false where it has other bytes than `sha256`. */
  write: (path: string, content: Readable, sha256?: string) => Promise<boolean>
}

/** Opens the folder, and makes it where there is none. Paths in it have `/` between safe names. Throws Failure. */
export const openExportFolder = async (folder: string): Promise<ExportFolder> => {
  await mkdir(folder, { recursive: true }).catch(() => {
    throw new Failure(`${folder} is no folder that can be written.`)
  })
  const root = await realpath(folder)
  const own = new Set<string>()

  /** The place of a path, in folders that are there and no links; undefined where they are not. */
  const placeOf = async (path: string, makes: boolean): Promise<string | undefined> => {
    const names = path.split('/')
    let inside = root
    if (names.some((name) => ['', '.', '..'].includes(name) || /[\\\0]/.test(name))) return undefined
    for (const name of names.slice(0, -1)) {
      inside = join(inside, name)
      if (own.has(inside)) continue
      if (makes) {
        await mkdir(inside).catch((error) => {
          if (error.code !== 'EEXIST') throw error
        })
      }
      const found = await lstat(inside).catch(() => undefined)
      if (!found?.isDirectory()) return undefined
      own.add(inside)
    }
    return join(inside, names.at(-1) ?? '')
  }

  const newPlaceOf = async (path: string): Promise<string> => {
    const place = await placeOf(path, true)
    if (place === undefined)
      throw new Failure(`${path} has a folder that is none there. Move it away, and export again.`)
    return place
  }

  const beside = (place: string): string => join(place, '..', `.${basename(place)}.part`)

  return {
    holds: async (path, { size, sha256 }) => {
      const place = await placeOf(path, false)
      const found = place && (await lstat(place).catch(() => undefined))
      return found ? found.isFile() && found.size === size && (await sha256Of(place)) === sha256 : false
    },
    copy: async (from, to) => {
      const place = await newPlaceOf(to)
      await rm(beside(place), { force: true })
      await copyFile(await newPlaceOf(from), beside(place), constants.COPYFILE_EXCL)
      await rename(beside(place), place)
    },
    write: async (path, content, sha256) => {
      const place = await newPlaceOf(path)
      const hash = createHash('sha256')
      await rm(beside(place), { force: true })
      try {
        content.on('data', (chunk) => hash.update(chunk))
        await pipeline(content, createWriteStream(beside(place), { flags: 'wx' }))
        if (sha256 !== undefined && hash.digest('hex') !== sha256) return false
        await rename(beside(place), place)
        return true
      } finally {
        await rm(beside(place), { force: true })
      }
    },
  }
}
