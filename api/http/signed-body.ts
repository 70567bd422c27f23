import type { Request } from 'express'
import { HttpProblem } from './problem.ts'

const tooLarge = () => new HttpProblem(413, { message: 'The request is too large.' })

/** The exact bytes of a body. Throws 413 as soon as they are too many; the rest is not waited for. */
export const readBytes = async (request: Request, maxBytes: number): Promise<Uint8Array> => {
  if (Number(request.get('content-length') ?? 0) > maxBytes) throw tooLarge()
  const chunks: Buffer[] = []
  let received = 0
  // A request that is destroyed cannot be answered.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    received += chunk.length
    if (received > maxBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
