import { stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { RequestHandler } from 'express'

/** Best first; the endings are those that the build writes (`cli/operations/compressed-assets.ts`). */
const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

const isThere = async (file: string): Promise<boolean> => (await stat(file).catch(() => undefined))?.isFile() ?? false

/** Turns a request for a file of a folder into one for its compressed twin, where there is one that the client reads. */
export const preferCompressed =
  (folder: string): RequestHandler =>
  async (request, response, next) => {
    // The names of built files; nothing else has a twin.
    if (!/^\/[\w-][\w.-]*$/.test(request.path)) return next()
    response.vary('accept-encoding')
    for (const [encoding, ending] of encodings) {
      if (!request.acceptsEncodings(encoding)) continue
      if (!(await isThere(join(folder, `${request.path}${ending}`)))) continue
      response.type(extname(request.path)).set('content-encoding', encoding)
      request.url = `${request.path}${ending}`
      break
    }
    next()
  }
