import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { access, link, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { setTimeout as wait } from 'node:timers/promises'
import type { Command } from 'commander'
import { isRunning } from '#cli/connection/begun-orders.ts'
import { Failure } from '#cli/failure.ts'

/** A file name of another machine made safe for this one: no folders, not hidden, no control characters. */
export const localName = (name: string): string =>
  basename(name.replace(/[\p{Cc}\\/:]/gu, '_')).replace(/^\.+/, '_') || 'file'

/** Adds where content is saved to a command. */
export const saving = (command: Command): Command =>
  command.option('--output <path>', 'where to').option('--force', 'replace a file that is there')

/** Moves a finished file to its target; without `force` it never replaces a file. */
const moveIntoPlace = async (temporary: string, target: string, force: boolean): Promise<void> => {
  if (force) return rename(temporary, target)
  await link(temporary, target).catch((error) => {
    if (error.code === 'EEXIST') throw new Failure(`${target} is there already. Pass --force to replace it.`)
    throw error
  })
}

/** Throws Failure. */
const requireFolder = (target: string): Promise<void> =>
  access(dirname(target)).catch(() => {
    throw new Failure(`There is no folder ${dirname(target)}.`)
  })

/** Saves content in a temporary file, and renames it once it is complete. Throws Failure without the folder. */
export const saveContent = async (open: () => Promise<Response>, target: string, force: boolean): Promise<void> => {
  await requireFolder(target)
  const answer = await open()
  const temporary = join(dirname(target), `.${basename(target)}.${randomUUID()}`)
  try {
    await pipeline(Readable.fromWeb(answer.body as ReadableStream), createWriteStream(temporary, { flags: 'wx' }))
    await moveIntoPlace(temporary, target, force)
  } finally {
    await rm(temporary, { force: true })
  }
}

/** How often in a row an attempt may bring nothing. */
const mostIdle = 5

type LongContent = {
  /** Asks for the bytes, with headers that may ask for those alone that are missing. */
  open: (headers: Record<string, string>) => Promise<Response>
  etag: string
  bytes: number
  /** How files begin that they are in until all are there; each process writes one of its own. */
  stem: string
  onBytes: (done: number) => void
}

/**
 * The file in which this process saves a content: what one that ended has left of it is taken over, by one process alone;
 * what another one is writing is left to it.
 */
const ownPart = async (stem: string): Promise<string> => {
  const own = `${stem}.${process.pid}.part`
  for (const name of await readdir(dirname(stem))) {
    const [, pid] = name.startsWith(basename(stem)) ? (/\.(\d+)\.part$/.exec(name) ?? []) : []
    if (pid === undefined || isRunning(Number(pid))) continue
    const taken = rename(join(dirname(stem), name), own)
    if (await taken.then(() => true).catch(() => false)) break
  }
  return own
}

/**
 * Saves content that takes long: what was saved of it before, by this or an earlier process, is not asked for again. Throws
 * what ended the last attempt where several brought nothing, and at once what the server refused.
 */
export const saveLongContent = async (content: LongContent, target: string, force: boolean): Promise<void> => {
  const { open, etag, bytes, stem, onBytes } = content
  await requireFolder(target)
  const part = await ownPart(stem)
  const saved = async () => (await stat(part).catch(() => undefined))?.size ?? 0
  for (let idle = 0, done = await saved(); done < bytes; ) {
    try {
      const answer = await open({ range: `bytes=${done}-`, 'if-range': `"${etag}"` })
      let at = answer.status === 206 ? done : 0
      const counted = async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          yield chunk
          at += chunk.length
          onBytes(at)
        }
      }
      const file = createWriteStream(part, { flags: at > 0 ? 'a' : 'w' })
      await pipeline(Readable.fromWeb(answer.body as ReadableStream), counted, file)
    } catch (error) {
      const isRefused = error instanceof Failure && error.status !== undefined
      idle = (await saved()) > done ? 0 : idle + 1
      if (isRefused || idle > mostIdle) throw error
      await wait(idle * 1000)
    }
    done = await saved()
  }
  await moveIntoPlace(part, target, force)
  await rm(part, { force: true })
}
