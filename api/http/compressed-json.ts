import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Request, Response } from 'express'
import type { Endpoint } from '#schemas/endpoint.ts'
import { asksPlan } from '#schemas/policy.ts'
import { openApi } from '#schemas/resources/status.ts'
import { type Encoding, encodingsOf } from './encodings.ts'
import { isSafe } from './methods.ts'

/** Bytes below which an answer fits into one packet anyway. */
const worthIt = 1024

// As quick as gzip, and a tenth smaller.
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

const compressors: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, brotli),
  gzip: (bytes) => promisify(gzip)(bytes),
}

/**
 * Whether answers of a call may be compressed: reads of a team's records, and the description of the API. The length of a
 * compressed answer tells whether a text that somebody else put into it stands in it twice (BREACH), so that answers with
 * secrets are never compressed: those about users, sign-ins, tokens, apps and payment, and those of commands.
 */
export const mayCompress = (endpoint: Endpoint): boolean =>
  (isSafe(endpoint.method) && asksPlan(endpoint)) || endpoint === openApi

/** The bytes of an answer in the best encoding that its reader takes, which the response then names. */
export const compressed = async (request: Request, response: Response, json: string) => {
  const bytes = Buffer.from(json)
  response.vary('accept-encoding')
  const [encoding] = bytes.length < worthIt ? [] : encodingsOf(request)
  if (encoding === undefined) return bytes
  response.set('content-encoding', encoding)
  return compressors[encoding](bytes)
}
