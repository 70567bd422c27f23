import express, { type RequestHandler } from 'express'
import { malformed } from './problem.ts'

/** Objects and arrays within each other that any request needs; a category tree of four levels has eight. */
const mostNested = 32

const [quote, backslash] = [0x22, 0x5c]
const opening = [0x5b, 0x7b]
const closing = [0x5d, 0x7d]

/** Whether JSON is nested deeper than the limit: such a text can be parsed, but not be written again. */
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
    if (depth > mostNested) return true
  }
  return false
}

/** Reads JSON bodies of up to 1 MB (D-95). Refuses with 413 what is larger, with 400 what is no JSON or nested too deep. */
export const readJson = (): RequestHandler =>
  express.json({
    limit: '1mb',
    verify: (_request, _response, body) => {
      if (isTooDeep(body)) throw malformed('The request is nested too deep.')
    },
  })
