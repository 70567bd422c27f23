import { createHash } from 'node:crypto'
import type { Request } from 'express'
import { RuleBroken, StaleRevision } from '#api/domain/rule.ts'
import { HttpProblem } from './problem.ts'
import type { UploadedFile } from './route.ts'

/** Stores used idempotency keys, each with the fingerprint of its request. */
export type KeyMemory = {
  /** Stores `value` unless the key exists already; false if it was stored with another value. */
  remember: (key: string, value: string) => Promise<boolean>
  forget: (key: string) => Promise<void>
}

/** Whether the request was refused without effect, so that its key is free again. After a 5xx that is unknown. */
const isRefusal = (error: unknown): boolean =>
  error instanceof RuleBroken || error instanceof StaleRevision || (error instanceof HttpProblem && error.status < 500)

/** A digest of the request: method, URL, body, and the names, types and hashes of its files. */
const fingerprintOf = (request: Request, files: readonly UploadedFile[]): string => {
  const named = files.map(({ fileName, type, hash }) => [fileName, type, hash])
  const fingerprint = [request.method, request.originalUrl, request.body ?? null, named]
  return createHash('sha256').update(JSON.stringify(fingerprint)).digest('base64url')
}

/**
 * Runs a write under the caller's idempotency key. Throws 409 if the key was used with another request; a refused
 * request releases its key. A repeated request gets the first answer because its command id is derived from the key
 * (D-78).
 */
export const underKey = async <Result>(
  memory: KeyMemory,
  key: string,
  request: Request,
  files: readonly UploadedFile[],
  act: () => Promise<Result>,
): Promise<Result> => {
  if (!(await memory.remember(key, fingerprintOf(request, files)))) {
    throw new HttpProblem(409, { message: 'The Idempotency-Key was used with another request.' })
  }
  try {
    return await act()
  } catch (error) {
    if (isRefusal(error)) await memory.forget(key)
    throw error
  }
}
