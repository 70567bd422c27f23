import type { Request, Response } from 'express'
import type { Endpoint } from '#schemas/endpoint.ts'
import type { Answer, ContentAnswer } from './answer.ts'
import { declaredBy } from './declared.ts'

/** Headers of one answer. */
type Head = Record<string, string | number>

const nextLink = (request: Request, next: string): string => {
  const query = new URLSearchParams({ ...(request.query as Record<string, string>), cursor: next })
  return `<${request.path}?${query}>; rel="next"`
}

/** A revision as an entity tag (D-06). */
export const etagOf = (revision: string | bigint): string => `"${revision}"`

/** Hostile content runs nothing, frames nothing and is never taken for another type (D-71). */
const contentPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'self'; sandbox"

const sendContent = (response: Response, answer: ContentAnswer): Promise<void> => {
  response.type(answer.type)
  response.attachment(answer.name)
  const disposition = String(response.getHeader('content-disposition')).replace(/^attachment/, answer.disposition)
  response.set({
    'content-type': answer.type,
    'content-disposition': disposition,
    'content-security-policy': contentPolicy,
    'cache-control': answer.immutable ? 'private, max-age=31536000, immutable' : 'private, no-cache',
  })
  return new Promise((resolve, reject) => {
    response.sendFile(answer.path, { cacheControl: false, dotfiles: 'allow' }, (error) => {
      // A reader who goes away is no failure.
      if (!error || response.headersSent || response.destroyed) return resolve()
      for (const name of ['content-type', 'content-disposition', 'cache-control']) response.removeHeader(name)
      reject(error)
    })
  })
}

/** Fields that the contract does not declare do not leave. */
const declared = ({ response }: Endpoint, body: unknown): unknown =>
  typeof response === 'string' ? undefined : declaredBy(response)(body)

/**
 * Answers JSON that nobody keeps: a revision tells whether a resource was changed, not whether its counts and names
 * are of today, so a browser must not take it as a reason to show what it had (and Express would answer 304).
 */
const sendJson = (endpoint: Endpoint, response: Response, body: unknown, head: Head): void => {
  const json = JSON.stringify(declared(endpoint, body))
  const bytes = Buffer.byteLength(json)
  response.writeHead(endpoint.status, {
    ...head,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': bytes,
  })
  // Where every character is one byte both encodings give the same bytes, and Node writes this one without a copy.
  response.end(json, bytes === json.length ? 'latin1' : 'utf8')
}

const sendOther = async (
  { status }: Endpoint,
  request: Request,
  response: Response,
  answer: Exclude<Answer, { kind: 'resource' | 'list' }>,
): Promise<void> => {
  switch (answer.kind) {
    case 'empty':
      if (answer.trashId !== undefined) response.set('x-trash-id', answer.trashId)
      response.status(status).end()
      return
    case 'redirect':
      response.redirect(status, answer.to)
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
 * Turns a handler's answer into the HTTP response, with `told` beside the headers of its own. JSON, which most answers
 * are, goes out with its head in one piece.
 */
export const send = async (
  endpoint: Endpoint,
  request: Request,
  response: Response,
  answer: Answer,
  told: Head,
): Promise<void> => {
  if (answer.kind === 'list') {
    const { body, total, next } = answer
    const link = next ? { link: nextLink(request, next) } : {}
    return sendJson(endpoint, response, body, { ...told, 'x-total-count': total, ...link })
  }
  if (answer.kind === 'resource') {
    const { body, revision, saveAs } = answer
    if (saveAs !== undefined) response.attachment(saveAs)
    return sendJson(endpoint, response, body, revision === undefined ? told : { ...told, etag: etagOf(revision) })
  }
  response.set(told as Record<string, string>)
  return sendOther(endpoint, request, response, answer)
}
