import type { Progress, ProgressLine } from '#schemas/calls/progress.ts'
import type { Endpoint, ResponseOf } from '#schemas/endpoint.ts'
import { type InputOf, request } from '#web/lib/api.ts'
import { ApiProblem, problemOf } from '#web/lib/api-problem.ts'
import { jsonLines } from '#web/lib/json-lines.ts'
import { notePosition } from '#web/lib/position.ts'

/** Milliseconds of silence after which the line is lost: the server tells its progress several times a second. */
const silence = 30_000

const brokenOff = () => new ApiProblem(0, 'The connection broke. What has begun goes on: look again in a minute.')

/**
 * Calls an endpoint that tells its progress, for however long it goes on. Throws ApiProblem when it is refused, fails, or
 * the connection breaks.
 */
export const callWithProgress = async <E extends Endpoint>(
  endpoint: E,
  call: InputOf<E>,
  onProgress: (progress: Progress) => void,
): Promise<ResponseOf<E>> => {
  const control = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const hear = () => {
    clearTimeout(timer)
    timer = setTimeout(() => control.abort(), silence)
  }
  hear()
  try {
    const extras = { accept: 'application/x-ndjson', signal: control.signal }
    const answer = await request(endpoint, call, extras)
    if (!answer.ok || !answer.body) throw await problemOf(answer)
    for await (const line of jsonLines<ProgressLine<ResponseOf<E>>>(answer.body)) {
      hear()
      if ('error' in line) throw new ApiProblem(500, line.error.message)
      if ('outcome' in line) {
        notePosition(line.position)
        return line.outcome
      }
      onProgress(line.progress)
    }
  } catch (cause) {
    // A connection that is lost while an answer is read is a TypeError.
    throw control.signal.aborted || cause instanceof TypeError ? brokenOff() : cause
  } finally {
    clearTimeout(timer)
  }
  throw brokenOff()
}
