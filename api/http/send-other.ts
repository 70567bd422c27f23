import type { Request, Response } from 'express'
import type { Endpoint } from '#schemas/endpoint.ts'
import type { Answer, ContentAnswer } from './answer.ts'
import { digestTag, isKnown } from './entity-tags.ts'

/** Answers with a body of JSON. */
export type JsonAnswer = Extract<Answer, { kind: 'resource' | 'list' }>

/** Uploaded content runs no scripts, embeds no frames and is never interpreted as another type (D-71). */
const contentPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'self'; sandbox"

const sendContent = (request: Request, response: Response, answer: ContentAnswer): Promise<void> => {
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
    const tag = answer.tagged && digestTag(answer.bytes)
    if (tag) response.set({ etag: tag, 'cache-control': 'private, no-cache' })
    if (tag && isKnown(request, tag)) response.status(304).end()
    else response.end(answer.bytes)
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

/** Sends what is not JSON. */
export const sendOther = async (
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
      return sendContent(request, response, answer)
    case 'stream':
      await answer.open(request, response)
      return
    default:
      answer satisfies never
  }
}
