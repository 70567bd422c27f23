import type { z } from 'zod'
import { exitCodes, Failure } from '#cli/failure.ts'
import { openProgress } from '#cli/output/progress.ts'
import type { Session } from '#cli/session.ts'
import { progressLine } from '#schemas/calls/progress.ts'
import type { CallOf, Endpoint } from '#schemas/endpoint.ts'
import { jsonLines } from './json-lines.ts'
import { bodyOf } from './server.ts'

const brokenOff = 'The connection broke. What has begun goes on; the same command shows what became of it.'

/** Calls an endpoint that tells its progress, which a terminal shows, and returns its outcome. */
export const withProgress = async <E extends Endpoint & { response: z.ZodType }>(
  session: Session,
  endpoint: E,
  call: CallOf<E>,
): Promise<z.output<E['response']>> => {
  const { headers, ...body } = bodyOf(call.body)
  const request = { ...body, headers: { ...headers, accept: 'application/x-ndjson' } }
  const server = session.server()
  const answer = await server.open(endpoint, call, request)
  const line = progressLine(endpoint.response)
  let progress: ReturnType<typeof openProgress> | undefined
  try {
    for await (const [each] of jsonLines(answer)) {
      const told = line.parse(each)
      if ('error' in told) throw new Failure(told.error.message)
      if ('outcome' in told) {
        server.wrote(told.position)
        return told.outcome as z.output<E['response']>
      }
      progress ??= openProgress(session, 'records', told.progress.total)
      progress.to(told.progress.done)
    }
  } finally {
    progress?.end()
  }
  throw new Failure(brokenOff, exitCodes.serverUnreachable)
}
