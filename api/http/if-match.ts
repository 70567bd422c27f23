import type { Request } from 'express'
import { malformed } from './problem.ts'

/** The revisions that a caller has seen, one of which must be the current one; null if any revision will do (D-73). */
export type IfMatch = { revisions: readonly string[] | null }

/** What a read has seen decides nothing. */
export const anyRevision: IfMatch = { revisions: null }

/** An entity tag of RFC 9110. The API issues no weak tags (`W/"3"`), and they never match. */
const tag = /^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"$/

/**
 * Parses the `If-Match` header of a write. Pass it to `handle` with the command, which compares it with the stream's
 * revision atomically: `handle(ledger, decider, stream, command, context, ifMatch)`. If the resource is only a part of
 * its stream, pass `{ ...ifMatch, of: (state) => its revision }`. A stale revision is answered with 412 and the current
 * `ETag`. Throws 400 if the header is not a list of entity tags.
 */
export const ifMatchOf = (request: Request): IfMatch => {
  const header = request.get('if-match')?.trim()
  if (header === undefined || header === '*') return anyRevision
  const tags = header.split(',').map((each) => each.trim())
  if (!tags.every((each) => tag.test(each))) throw malformed('The If-Match header is malformed.')
  return { revisions: tags.filter((each) => each.startsWith('"')).map((each) => each.slice(1, -1)) }
}
