import { hash } from 'node:crypto'
import type { Request } from 'express'
import { isSafe } from './methods.ts'

/**
 * The entity tag of a list: a digest of what its caller is answered, in whatever encoding, and so a weak one. Who sees
 * other records is answered another tag, and a tag of somebody else matches only what one would be answered anyway.
 */
export const tagOfList = (json: string, total: number, next: string | null): string =>
  `W/"${hash('sha256', `${json}\n${total}\n${next ?? ''}`, 'base64url')}"`

const opaque = (tag: string): string => tag.trim().replace(/^W\//, '')

/** Whether the sender of a read has this version already, and says so with `If-None-Match` (RFC 9110, 13.1.2). */
export const isKnown = ({ method, headers }: Request, tag: string): boolean =>
  isSafe(method) &&
  (headers['if-none-match'] ?? '').split(',').some((each) => opaque(each) === opaque(tag) || each.trim() === '*')
