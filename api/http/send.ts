import { stringify } from 'node:querystring'
import type { Request, Response } from 'express'
import type { Endpoint } from '#schemas/endpoint.ts'
import type { Answer, ContentAnswer } from './answer.ts'
import { compressed, mayCompress } from './compressed-json.ts'
import { digestTag, isKnown } from './if-none-match.ts'
import { serializerOf } from './serialize.ts'

type JsonAnswer = Extract<Answer, { kind: 'resource' | 'list' }>

const nextLink = (request: Request, next: string): string => {
  const query = { ...(request.query as Record<string, string>), cursor: next }
  return `<${request.path}?${stringify(query)}>; rel="next"`
}

/** A revision as an entity tag (D-06). */
export const etagOf = (revision: string | bigint): string => `"${revision}"`

/** Uploaded content runs no scripts, embeds no frames and is never interpreted as another type (D-71). */
const contentPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'self'; sandbox"

const sendContent = (response: Response, answer: ContentAnswer): Promise<void> => {
  response.type(answer.type)
  response.attachment(answer.name)
  const disposition = String(response.getHeader('content-disposition')).replace(/^attachment/, answer.disposition)
  response.set({
    'content-type': answer.type,
    'content-disposition': disposition,
    'content-security-policy': contentPolicy,
    'cache-control': answer.immutable ? 'private, max-age=31536000, immutable' : 'no-store',
  })
  if ('bytes' in answer) {
    response.end(answer.bytes)
    return Promise.resolve()
  }
  return new Promise((resolve, reject) => {
    response.sendFile(answer.path, { cacheControl: false, dotfiles: 'allow' }, (error) => {
      // A client that disconnects is not a failure.
      if (!error || response.headersSent || response.destroyed) return resolve()
      for (const name of ['content-type', 'content-disposition', 'cache-control']) response.removeHeader(name)
      reject(error)
    })
  })
}

/** How many rows a list has in all, and where its next page is (D-08). */
const pageHeaders = (request: Request, answer: JsonAnswer): Record<string, string> => {
  if (answer.kind === 'resource') return {}
  const { total, isAtLeast, next } = answer
  const more = isAtLeast ? { 'x-total-at-least': 'true' } : {}
  return { 'x-total-count': String(total), ...more, ...(next ? { link: nextLink(request, next) } : {}) }
}

/** Sends what is not JSON. */
const sendOther = async (
  { transport, status }: Endpoint,
  request: Request,
  response: Response,
  answer: Exclude<Answer, JsonAnswer>,
): Promise<void> => {
  switch (answer.kind) {
    case 'empty':
      if (answer.trashId !== undefined) response.set('x-trash-id', answer.trashId)
      response.status(transport?.mayBeNone ? 204 : status).end()
      return
    case 'redirect':
      response.set('cache-control', 'no-store').redirect(302, answer.to)
      return
    case 'content':
      return sendContent(response, answer)
    case 'stream':
      await answer.open(request, response)
      return
    default:
      answer satisfies never
  }
}

/**
 * Turns the answers of an endpoint's handler into HTTP responses: the fields that the contract declares, and no others,
 * as JSON that no browser caches. A list that its reader has already is a 304. One resource with a revision is always
 * sent: its ETag says whether the resource itself was changed, not whether its counts and names are current.
 * `response.json` would compare it and answer 304.
 */
export const senderOf = (endpoint: Endpoint) => {
  const { path, response: schema, status, cache } = endpoint
  const isCompressed = mayCompress(endpoint)
  let serialize: ReturnType<typeof serializerOf> | undefined

  /** The entity tag of a list, of a resource that is tagged like one, or of one with a revision (D-06). */
  const tagOf = (answer: JsonAnswer, body: unknown, json: string): string | undefined => {
    if (answer.kind === 'list') return digestTag(`${json}\n${answer.total}\n${answer.next ?? ''}`)
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
    response.set({ ...(tag ? { etag: tag } : {}), ...pageHeaders(request, answer), 'cache-control': 'no-store' })
    const isRepeatable = answer.kind === 'list' || cache?.tagged
    if (isRepeatable && tag && isKnown(request, tag)) return void response.status(304).end()
    const bytes = isCompressed ? await compressed(request, response, json) : Buffer.from(json)
    response.writeHead(answer.kind === 'resource' && answer.accepted ? 202 : status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': bytes.length,
    })
    response.end(bytes)
  }
}
