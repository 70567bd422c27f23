import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { access, link, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { Failure } from '#cli/failure.ts'

/** A file name of another machine made safe for this one: no folders, not hidden, no control characters. */
export const localName = (name: string): string =>
  basename(name.replace(/[\p{Cc}\\/:]/gu, '_')).replace(/^\.+/, '_') || 'file'

/** Moves a finished file to its target; without `force` it never replaces a file. */
const moveIntoPlace = async (temporary: string, target: string, force: boolean): Promise<void> => {
  if (force) return rename(temporary, target)
  await link(temporary, target).catch((error) => {
    if (error.code === 'EEXIST') throw new Failure(`${target} is there already. Pass --force to replace it.`)
    throw error
  })
}

/** Saves content in a temporary file, and renames it once it is complete. Throws Failure without the folder. */
export const saveContent = async (open: () => Promise<Response>, target: string, force: boolean): Promise<void> => {
  await access(dirname(target)).catch(() => {
    throw new Failure(`There is no folder ${dirname(target)}.`)
  })
  const answer = await open()
  const temporary = join(dirname(target), `.${basename(target)}.${randomUUID()}`)
  try {
    await pipeline(Readable.fromWeb(answer.body as ReadableStream), createWriteStream(temporary, { flags: 'wx' }))
    await moveIntoPlace(temporary, target, force)
  } finally {
    await rm(temporary, { force: true })
  }
}
