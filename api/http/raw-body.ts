import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Request } from 'express'
import type { Raw } from '#schemas/endpoint.ts'
import { HttpProblem } from './problem.ts'
import type { UploadedFile } from './route.ts'
import { spool } from './spool.ts'

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
    try {
      const spooled = await spool(request, path, maxBytes)
      if (spooled.size > maxBytes) throw tooLarge()
      return { path, fileName: '', type, ...spooled }
    } catch (error) {
      await rm(path, { force: true })
      throw error
    }
  }
