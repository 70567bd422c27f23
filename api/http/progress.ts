import { setTimeout as after } from 'node:timers/promises'
import type { Request } from 'express'
import type { Progress, ProgressLine } from '#schemas/calls/progress.ts'
import { type Answer, resource } from './answer.ts'
import { ndjson } from './ndjson.ts'

/** Milliseconds between two lines. */
const tellEvery = 250

/** The progress of work, and the log position that holds it. */
type Outcome<Body> = { body: Body; position: string | null }
/** Work of `total` steps, which calls back after each. */
type Work<Body> = { total: number; run: (step: () => void) => Promise<Outcome<Body>> }

/** The progress of work until it has ended, also when nothing is done meanwhile: silence would pass for a lost line. */
const linesOf = async function* <Body>({ total, run }: Work<Body>): AsyncGenerator<ProgressLine<Body>[], void> {
  let done = 0
  const progress = (): Progress => ({ done: Math.min(done, total), total })
  const outcome = run(() => {
    done += 1
  })
  // It goes on although nobody listens any more.
  outcome.catch(() => {})
  const ended = outcome.then(
    () => true,
    () => true,
  )
  for (;;) {
    const isOver = await Promise.race([ended, after(tellEvery, false, { ref: false })])
    if (isOver) break
    yield [{ progress: progress() }]
  }
  const { body, position } = await outcome
  yield [{ progress: progress() }, { outcome: body, position }]
}

/**
 * Answers what work comes to, once it has ended: as JSON, or for callers who prefer `application/x-ndjson` as lines that
 * tell its progress. Work that has begun goes on when its caller goes away. What is refused is thrown before it begins.
 */
export const withProgress = async <Body>(request: Request, work: Work<Body>): Promise<Answer<Body>> => {
  if (request.accepts(['application/json', 'application/x-ndjson']) === 'application/x-ndjson')
    return ndjson({}, linesOf(work)) as Answer<Body>
  const { body, position } = await work.run(() => undefined)
  return resource(body, position)
}
