import { createHash } from 'node:crypto'
import type { Request } from 'express'

/**
 * The entity tag of an answer: a digest of what its caller is answered, in whatever encoding, and so a weak one. Who sees
 * other records is answered another tag, and a tag of somebody else matches only what one would be answered anyway.
 * @param beside what is answered beside the body
 */
export const digestTag = (body: Uint8Array, beside = ''): string =>
  `W/"${createHash('sha256').update(body).update(beside).digest('base64url')}"`

const opaque = (tag: string): string => tag.trim().replace(/^W\//, '')

/** Whether the sender of a read has this version already, and says so with `If-None-Match` (RFC 9110, 13.1.2). */
export const isKnown = ({ headers }: Request, tag: string): boolean =>
  headers['if-none-match']?.split(',').some((each) => opaque(each) === opaque(tag) || each.trim() === '*') ?? false
