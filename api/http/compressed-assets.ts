import { stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { RequestHandler } from 'express'
import { type Encoding, encodingsOf } from './encodings.ts'

/** The endings that the build writes (`cli/operations/web-build.ts`). */
const endings: Record<Encoding, string> = { br: '.br', gzip: '.gz' }

const isThere = async (file: string): Promise<boolean> => (await stat(file).catch(() => undefined))?.isFile() ?? false

/** Turns a request for a file of a folder into one for its compressed twin, where there is one that the client reads. */
export const preferCompressed =
  (folder: string): RequestHandler =>
  async (request, response, next) => {
    // The names of built files; nothing else has a twin.
    if (!/^\/[\w-][\w.-]*$/.test(request.path)) return next()
    response.vary('accept-encoding')
    for (const encoding of encodingsOf(request)) {
      const twin = `${request.path}${endings[encoding]}`
      if (!(await isThere(join(folder, twin)))) continue
      response.type(extname(request.path)).set('content-encoding', encoding)
      request.url = twin
      break
    }
    next()
  }
