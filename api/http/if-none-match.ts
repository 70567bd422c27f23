import { hash } from 'node:crypto'
import type { Request } from 'express'
import { isSafe } from './methods.ts'

/**
 * The entity tag of an answer: a digest of what its caller is answered, in whatever encoding, and so a weak one. Who sees
 * other records is answered another tag, and a tag of somebody else matches only what one would be answered anyway.
 */
export const digestTag = (json: string): string => `W/"${hash('sha256', json, 'base64url')}"`

const opaque = (tag: string): string => tag.trim().replace(/^W\//, '')

/** Whether the sender of a read has this version already, and says so with `If-None-Match` (RFC 9110, 13.1.2). */
export const isKnown = ({ method, headers }: Request, tag: string): boolean => {
  const known = headers['if-none-match']
  if (known === undefined || !isSafe(method)) return false
  return known.split(',').some((each) => opaque(each) === opaque(tag) || each.trim() === '*')
}
