import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { access, link, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { commandOf } from '#cli/command.ts'
import type { Server } from '#cli/connection/server.ts'
import { exitCodes, Failure } from '#cli/failure.ts'
import { printDone } from '#cli/output/records.ts'
import { FileId } from '#schemas/ids.ts'
import { downloadFile, showFile } from '#schemas/resources/files.ts'

/** A file name of the uploader's machine made safe for this one: no folders, not hidden, no control characters. */
const localName = (name: string): string => basename(name.replace(/[\p{Cc}\\/:]/gu, '_')).replace(/^\.+/, '_') || 'file'

/** Moves a finished file to its target; without `force` it never replaces a file. */
const moveIntoPlace = async (temporary: string, target: string, force: boolean): Promise<void> => {
  if (force) return rename(temporary, target)
  await link(temporary, target).catch((error) => {
    if (error.code === 'EEXIST') throw new Failure(`${target} is there already. Pass --force to replace it.`)
    throw error
  })
}

/** Saves content in a temporary file, and renames it once it is complete. */
const save = async (server: Server, id: FileId, target: string, force: boolean): Promise<void> => {
  const answer = await server.open(downloadFile, { params: { id } }, { headers: { accept: '*/*' } })
  const temporary = join(dirname(target), `.${basename(target)}.${randomUUID()}`)
  try {
    await pipeline(Readable.fromWeb(answer.body as ReadableStream), createWriteStream(temporary, { flags: 'wx' }))
    await moveIntoPlace(temporary, target, force)
  } finally {
    await rm(temporary, { force: true })
  }
}

export const download = commandOf<{ output?: string; force?: true }>(
  {
    name: 'download <id>',
    summary: 'Save a file here, or under another name',
    examples: [
      'files download 0199f3a1-7c1e-7d2a-9a51-3f0c5a8f1b22',
      'files download 0199f3a1-7c1e-7d2a-9a51-3f0c5a8f1b22 --output lease.pdf --force',
    ],
  },
  async (session, [text = ''], { output, force = false }) => {
    const parsed = FileId.safeParse(text)
    if (!parsed.success) throw new Failure(`"${text}" is no id of a file.`, exitCodes.wrongUsage)
    const server = session.server()
    const { data: file } = await server.call(showFile, { params: { id: parsed.data } })
    const target = output ?? localName(file.local_file_name)
    await access(dirname(target)).catch(() => {
      throw new Failure(`There is no folder ${dirname(target)}.`)
    })
    await save(server, file.id, target, force)
    printDone(session, `Saved ${target} (${file.human_readable_size}).`, { id: file.id, path: target, size: file.size })
  },
  (command) => command.option('--output <path>', 'where to').option('--force', 'replace a file that is there'),
)
