import type { Request } from 'express'
import { isSafe } from './methods.ts'
import { malformed } from './problem.ts'

/** The revisions that a caller has seen, one of which must still be the present one; null where any will do (D-73). */
export type IfMatch = { revisions: readonly string[] | null }

/** An entity tag of RFC 9110; a weak one (`W/"3"`) never matches, and is not among ours. */
const tag = /^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"$/

/**
 * The `If-Match` header of a write. It goes with the command to `handle`, which decides it on the stream's own revision,
 * so that nobody comes in between: `handle(ledger, decider, stream, command, context, ifMatch)`; where the resource is a
 * part of what its stream holds, `{ ...ifMatch, of: (state) => its revision }`. The answer to a stale one is 412 with
 * the present `ETag`. Throws 400 for what is no list of entity tags.
 */
export const ifMatchOf = (request: Request): IfMatch => {
  const header = isSafe(request.method) ? undefined : request.get('if-match')?.trim()
  if (header === undefined || header === '*') return { revisions: null }
  const tags = header.split(',').map((each) => each.trim())
  if (!tags.every((each) => tag.test(each))) throw malformed('The If-Match header is malformed.')
  return { revisions: tags.filter((each) => each.startsWith('"')).map((each) => each.slice(1, -1)) }
}
