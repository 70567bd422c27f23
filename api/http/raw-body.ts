import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Request } from 'express'
import type { Raw } from '#schemas/endpoint.ts'
import { HttpProblem } from './problem.ts'
import type { UploadedFile } from './route.ts'

/** Reads a body that is a file to disk. */
export type ReadRaw = (request: Request, raw: Raw) => Promise<UploadedFile>

const tooLarge = () => new HttpProblem(413, { message: 'The file is too large.' })
const wrongType = (types: readonly string[]) =>
  new HttpProblem(415, { message: `The file must be sent as ${types.join(' or ')}.` })

/** Spools bodies into a folder, of one that is too large only as much as shows it. Throws 413 and 415. */
export const spoolRaw =
  (folder: string): ReadRaw =>
  async (request, { types, maxBytes }) => {
    const type = request.is([...types])
    if (!type) throw wrongType(types)
    if (Number(request.get('content-length') ?? 0) > maxBytes) throw tooLarge()
    const path = join(folder, randomUUID())
    let size = 0
    // Reading goes on, so that the sender hears why it is refused.
    const cut = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        size += chunk.length
        if (size <= maxBytes) yield chunk
      }
    }
    try {
      await pipeline(request, cut, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
      if (size > maxBytes) throw tooLarge()
    } catch (error) {
      await rm(path, { force: true })
      throw error
    }
    return { path, fileName: '', type, size }
  }
