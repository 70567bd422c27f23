import { isUtf8 } from 'node:buffer'
import express, { type Request, type RequestHandler } from 'express'
import { malformed, tooLarge } from './problem.ts'

/** Maximum size of a caller's body in bytes (D-95). */
const maxBytes = 1024 * 1024

/** The same for callers without a session or token: none of their forms, codes or tokens comes near it (D-116). */
export const maxBytesOfGuests = 16 * 1024

/** Maximum nesting of objects and arrays; a category tree of four levels needs eight. */
const maxDepth = 32

const quote = 0x22
const backslash = 0x5c
const opening = [0x5b, 0x7b]
const closing = [0x5d, 0x7d]

/** Whether JSON is nested deeper than the limit: such a text can be parsed, but not serialized again. */
const isTooDeep = (json: Uint8Array): boolean => {
  let depth = 0
  let inText = false
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] ?? 0
    if (inText && byte === backslash) at += 1
    else if (byte === quote) inText = !inText
    else if (inText) continue
    else if (opening.includes(byte)) depth += 1
    else if (closing.includes(byte)) depth -= 1
    if (depth > maxDepth) return true
  }
  return false
}

const parserUpTo = (limit: number) =>
  express.json({
    limit,
    verify: (_request, _response, body, encoding) => {
      if (encoding !== 'utf-8' || !isUtf8(body)) throw malformed('The request is not UTF-8.')
      if (isTooDeep(body)) throw malformed('The request is nested too deep.')
    },
  })
const parseOfCaller = parserUpTo(maxBytes)
const parseOfGuest = parserUpTo(maxBytesOfGuests)

/**
 * Parses JSON bodies of up to 1 MB (D-95), or 16 kB of guests. Larger ones are 413, before they have arrived; invalid
 * ones, ones that are not UTF-8 and too deeply nested ones are 400.
 */
export const readJson =
  (isGuest: (request: Request) => boolean): RequestHandler =>
  (request, response, next) => {
    if (!request.is('json')) return next()
    const guest = isGuest(request)
    const [limit, parse] = guest ? [maxBytesOfGuests, parseOfGuest] : [maxBytes, parseOfCaller]
    const length = request.get('content-length')
    if (Number(length) > limit) return next(tooLarge())
    if (length !== undefined) return parse(request, response, next)
    let received = 0
    let answered = false
    const once = (error?: unknown) => {
      if (!answered) next(error)
      answered = true
    }
    parse(request, response, once)
    // The parser would read all of a body without a length before it refuses it.
    request.on('data', (chunk: Buffer) => {
      received += chunk.length
      if (received > limit) once(tooLarge())
    })
  }
