import { stringify } from 'node:querystring'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Request, Response } from 'express'
import type { Endpoint } from '#schemas/endpoint.ts'
import { asksPlan } from '#schemas/policy.ts'
import { openApi } from '#schemas/resources/status.ts'
import type { Answer } from './answer.ts'
import { type Encoding, encodingsOf } from './encodings.ts'
import { digestTag, isKnown } from './entity-tags.ts'
import { type JsonAnswer, sendOther } from './send-other.ts'
import { serializerOf } from './serialize.ts'

type ListAnswer = Extract<Answer, { kind: 'list' }>

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
  (endpoint.method === 'GET' && asksPlan(endpoint)) || endpoint === openApi

/** The bytes of an answer in the best encoding that its reader takes, which the response then names. */
const compressed = async (request: Request, response: Response, bytes: Buffer) => {
  response.vary('accept-encoding')
  const [encoding] = bytes.length < worthIt ? [] : encodingsOf(request)
  if (encoding === undefined) return bytes
  response.set('content-encoding', encoding)
  return compressors[encoding](bytes)
}

const nextLink = (request: Request, next: string): string => {
  const query = { ...(request.query as Record<string, string>), cursor: next }
  return `<${request.path}?${stringify(query)}>; rel="next"`
}

/** A revision as an entity tag (D-06). */
export const etagOf = (revision: string | bigint): string => `"${revision}"`

/** How many rows a list has in all, and where its next page is (D-08). */
const pageHeaders = (request: Request, { total, isAtLeast, next }: ListAnswer): Record<string, string> => {
  const more = isAtLeast ? { 'x-total-at-least': 'true' } : {}
  return { 'x-total-count': String(total), ...more, ...(next ? { link: nextLink(request, next) } : {}) }
}

/**
 * Turns the answers of an endpoint's handler into HTTP responses: the fields that the contract declares, and no others,
 * as JSON that no browser caches. A list that its reader has already is a 304. One resource with a revision is always
 * sent: its ETag says whether the resource itself was changed, not whether its counts and names are current.
 * `response.json` would compare it and answer 304.
 */
export const senderOf = (endpoint: Endpoint) => {
  const { method, path, response: schema, status, cache } = endpoint
  const isCompressed = mayCompress(endpoint)
  let serialize: ReturnType<typeof serializerOf> | undefined

  /** The entity tag of a list, of a resource that is tagged like one, or of one with a revision (D-06). */
  const tagOf = (answer: JsonAnswer, body: unknown, json: Buffer): string | undefined => {
    if (answer.kind === 'list') return digestTag(json, `\n${answer.total}\n${answer.next ?? ''}`)
    if (cache?.tagged) return digestTag(json)
    return body !== null && typeof body === 'object' && 'revision' in body ? etagOf(String(body.revision)) : undefined
  }

  return async (request: Request, response: Response, answer: Answer): Promise<void> => {
    if (answer.kind !== 'resource' && answer.kind !== 'list') return sendOther(endpoint, request, response, answer)
    if (typeof schema === 'string') throw new Error(`${path} answers a body that its contract does not declare`)
    if (answer.kind === 'resource' && answer.saveAs !== undefined) response.attachment(answer.saveAs)
    const body = answer.kind === 'resource' ? answer.show() : answer.body
    serialize ??= serializerOf(schema)
    const json = serialize(body)
    const tag = tagOf(answer, body, json)
    const paged = answer.kind === 'list' ? pageHeaders(request, answer) : {}
    response.set({ ...(tag ? { etag: tag } : {}), ...paged, 'cache-control': 'no-store' })
    const isRepeatable = method === 'GET' && (answer.kind === 'list' || cache?.tagged)
    if (isRepeatable && tag && isKnown(request, tag)) return void response.status(304).end()
    const bytes = isCompressed ? await compressed(request, response, json) : json
    response.writeHead((answer.kind === 'resource' && answer.status) || status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': bytes.length,
    })
    response.end(bytes)
  }
}
