import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Request } from 'express'
import type { Raw } from '#schemas/endpoint.ts'
import { HttpProblem } from './problem.ts'
import type { UploadedFile } from './route.ts'
import { spool } from './spool.ts'

/** Spools a request body that is one file to disk. */
export type ReadRaw = (request: Request, raw: Raw) => Promise<UploadedFile>

const tooLarge = () => new HttpProblem(413, { message: 'The file is too large.' })
const wrongType = (types: readonly string[]) =>
  new HttpProblem(415, { message: `The file must be sent as ${types.join(' or ')}.` })

/** The chunks of a body, until they are more than `maxBytes`; the rest is not waited for. */
const upTo = async function* (request: Request, maxBytes: number): AsyncGenerator<Buffer> {
  let received = 0
  // A request that is destroyed cannot be answered.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    yield chunk
    received += chunk.length
    if (received > maxBytes) return
  }
}

/** Spools bodies into a folder; one that is too large is stored only up to the limit. Throws 413 and 415. */
export const spoolRaw =
  (folder: string): ReadRaw =>
  async (request, { types, maxBytes }) => {
    const type = request.is([...types])
    if (!type) throw wrongType(types)
    if (Number(request.get('content-length') ?? 0) > maxBytes) throw tooLarge()
    const path = join(folder, randomUUID())
    const spooled = await spool(Readable.from(upTo(request, maxBytes)), path, maxBytes)
    if (spooled.size <= maxBytes) return { path, fileName: '', type, ...spooled }
    await rm(path, { force: true })
    throw tooLarge()
  }
