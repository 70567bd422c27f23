import { createHash } from 'node:crypto'
import type { Request } from 'express'
import { RuleBroken } from '#api/domain/rule.ts'
import { StaleRevision } from '#api/domain/stale.ts'
import { HttpProblem } from './problem.ts'
import type { UploadedFile } from './route.ts'

/** Where used keys are remembered, each with what was asked. */
export type KeyMemory = {
  /** Remembers `value` unless the key is known already; answers what is remembered now. */
  remember: (key: string, value: string) => Promise<string>
  forget: (key: string) => Promise<void>
}

/** Whether nothing came of the request, so that it may be tried again otherwise; after a failure that is not known. */
const isRefusal = (error: unknown): boolean =>
  error instanceof RuleBroken || error instanceof StaleRevision || (error instanceof HttpProblem && error.status < 500)

/** What a request asks, as a digest: method, address, body, and names, types and bytes of its files. */
const fingerprintOf = (request: Request, files: readonly UploadedFile[]): string => {
  const named = files.map(({ fileName, type, hash }) => [fileName, type, hash])
  const asked = [request.method, request.originalUrl, request.body ?? null, named]
  return createHash('sha256').update(JSON.stringify(asked)).digest('base64url')
}

/**
 * Runs a write under its caller's key: the same key with another request is 409, and a refused request
 * frees its key. Answering the first answer again is the command's own doing: its id follows from the key (D-78).
 */
export const underKey = async <Result>(
  memory: KeyMemory,
  key: string,
  request: Request,
  files: readonly UploadedFile[],
  act: () => Promise<Result>,
): Promise<Result> => {
  const fingerprint = fingerprintOf(request, files)
  if ((await memory.remember(key, fingerprint)) !== fingerprint) {
    throw new HttpProblem(409, { message: 'The Idempotency-Key was used with another request.' })
  }
  try {
    return await act()
  } catch (error) {
    if (isRefusal(error)) await memory.forget(key)
    throw error
  }
}
