import type { Request } from 'express'

/** The encodings that answers are compressed with, best first. */
export const encodings = ['br', 'gzip'] as const
export type Encoding = (typeof encodings)[number]

/** The encodings that the sender of a request reads, best first (RFC 9110, 12.5.3). */
export const encodingsOf = (request: Request): Encoding[] =>
  encodings.filter((encoding) => request.acceptsEncodings(encoding))
