import { once } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Request, Response } from 'express'
import type { ContentAnswer } from './answer.ts'
import { digestTag, isKnown } from './entity-tags.ts'
import { rangeUnsatisfiable } from './problem.ts'

/** Uploaded content runs no scripts, embeds no frames and is never interpreted as another type (D-71). */
const contentPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; frame-ancestors 'self'; sandbox"

/** Whether the reader went away, which is no failure. */
const isGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'

/** Sends a stream as fast as its reader takes it; one that fails breaks the answer off. */
export const sendStream = async (response: Response, bytes: Readable): Promise<void> => {
  try {
    await pipeline(bytes, response)
  } catch (error) {
    if (!isGone(error)) throw error
  }
}

type Stored = Extract<ContentAnswer, { stored: unknown }>['stored']

/**
 * The one part that a request asks for; undefined for everything. A part of another version than the one that is here, and
 * several parts at once, are answered with everything (RFC 9110, 13.1.5 and 14.2).
 */
const partOf = (request: Request, response: Response, tag: string, size: number) => {
  const condition = request.headers['if-range']
  const ranges = condition === undefined || condition === tag ? request.range(size) : undefined
  if (ranges === -1) {
    response.set('content-range', `bytes */${size}`)
    throw rangeUnsatisfiable()
  }
  return Array.isArray(ranges) && ranges.type === 'bytes' && ranges.length === 1 ? ranges[0] : undefined
}

/** Sends stored content, in full or by range. Nothing is said before its first bytes are there: until then it is refused. */
const sendStored = async (
  request: Request,
  response: Response,
  { hash, size, read }: Stored,
  headers: Record<string, string>,
) => {
  const tag = `"${hash}"`
  const about = { ...headers, etag: tag, 'accept-ranges': 'bytes' }
  if (isKnown(request, tag)) return void response.set(about).status(304).end()
  const part = partOf(request, response, tag, size)
  const bytes = request.method === 'HEAD' ? Readable.from([]) : await read(part)
  await once(bytes, 'readable')
  response.set({ ...about, 'content-length': String(part ? part.end - part.start + 1 : size) })
  if (part) response.status(206).set('content-range', `bytes ${part.start}-${part.end}/${size}`)
  await sendStream(response, bytes)
}

/** Sends content with its name, its type and what browsers may do with it. */
export const sendContent = async (request: Request, response: Response, answer: ContentAnswer): Promise<void> => {
  const named = response.attachment(answer.name).getHeader('content-disposition')
  for (const name of ['content-disposition', 'content-type']) response.removeHeader(name)
  const headers = {
    'content-type': answer.type,
    'content-disposition': String(named).replace(/^attachment/, answer.disposition),
    'content-security-policy': contentPolicy,
    'cache-control': answer.immutable ? 'private, max-age=31536000, immutable' : 'no-store',
  }
  if ('stored' in answer) return sendStored(request, response, answer.stored, headers)
  response.set(headers)
  const tag = answer.tagged && digestTag(answer.bytes)
  if (tag) response.set({ etag: tag, 'cache-control': 'private, no-cache' })
  if (tag && isKnown(request, tag)) response.status(304).end()
  else response.end(answer.bytes)
}
