import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Request } from 'express'
import { HttpProblem } from './problem.ts'
import type { UploadedFile } from './route.ts'
import { spool } from './spool.ts'

/** Spools a request body that is one file to disk. */
export type ReadRaw = (request: Request, types: readonly string[], maxBytes: number) => Promise<UploadedFile>

const wrongType = (types: readonly string[]) =>
  new HttpProblem(415, { message: `The file must be sent as ${types.join(' or ')}.` })

/** Spools bodies into a folder. Throws 415. */
export const spoolRaw =
  (folder: string): ReadRaw =>
  async (request, types, maxBytes) => {
    const type = request.is([...types])
    if (!type) throw wrongType(types)
    const path = join(folder, randomUUID())
    // A request that is destroyed cannot be answered.
    const chunks = request.iterator({ destroyOnReturn: false })
    return { path, fileName: '', type, ...(await spool(chunks, path, maxBytes)) }
  }
