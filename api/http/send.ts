import { stringify } from 'node:querystring'
import type { Request, Response } from 'express'
import type { Endpoint } from '#schemas/endpoint.ts'
import type { Answer, ContentAnswer } from './answer.ts'
import { declaredBy } from './declared.ts'

/** Headers of one answer. */
type Head = Record<string, string | number>

/** An answer of JSON as it is written: its head, its text, and how many bytes that is in UTF-8. */
export type WordedAnswer = { head: Head; json: string; bytes: number }

type JsonAnswer = Extract<Answer, { kind: 'resource' | 'list' }>

const nextLink = (request: Request, next: string): string => {
  const query = { ...(request.query as Record<string, string>), cursor: next }
  return `<${request.path}?${stringify(query)}>; rel="next"`
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

/** What the head of a list or of one resource says of it. */
const headOf = (request: Request, answer: JsonAnswer): Head => {
  if (answer.kind === 'resource') return answer.revision === undefined ? {} : { etag: etagOf(answer.revision) }
  const { total, next } = answer
  return { 'x-total-count': total, ...(next ? { link: nextLink(request, next) } : {}) }
}

/**
 * JSON that no browser keeps: a revision tells whether a resource was changed, not whether its counts and names are of
 * today, so it must not be taken as a reason to show what was there (and Express would answer 304).
 */
const inWords = (endpoint: Endpoint, request: Request, answer: JsonAnswer): WordedAnswer => {
  const json = JSON.stringify(declared(endpoint, answer.body))
  const bytes = Buffer.byteLength(json)
  const head = {
    ...headOf(request, answer),
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': bytes,
  }
  return { head, json, bytes }
}

/** Sends JSON and its head, with `told` in it, in one piece. */
export const sendWords = (
  { status }: Endpoint,
  response: Response,
  { head, json, bytes }: WordedAnswer,
  told: Head,
): void => {
  response.writeHead(status, { ...told, ...head })
  // Where every character is one byte both encodings give the same bytes, and Node writes this one without a copy.
  response.end(json, bytes === json.length ? 'latin1' : 'utf8')
}

const sendOther = async (
  { status }: Endpoint,
  request: Request,
  response: Response,
  answer: Exclude<Answer, JsonAnswer>,
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
 * Turns a handler's answer into the HTTP response, with `told` beside the headers of its own. `keep` takes the words of
 * one that may be given again.
 */
export const send = async (
  endpoint: Endpoint,
  request: Request,
  response: Response,
  answer: Answer,
  told: Head,
  keep?: (words: WordedAnswer) => void,
): Promise<void> => {
  if (answer.kind === 'resource' || answer.kind === 'list') {
    if (answer.kind === 'resource' && answer.saveAs !== undefined) response.attachment(answer.saveAs)
    const words = inWords(endpoint, request, answer)
    keep?.(words)
    return sendWords(endpoint, response, words, told)
  }
  response.set(told as Record<string, string>)
  return sendOther(endpoint, request, response, answer)
}
