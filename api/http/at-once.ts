import type { Request, Response } from 'express'
import { HttpProblem } from './problem.ts'
import { callerOf } from './throttle.ts'

type Handle = (request: Request, response: Response) => Promise<void>

const tooManyAtOnce = () =>
  new HttpProblem(429, { message: 'Too many requests at once. Please try again in a moment.' }, 1)

/**
 * Refuses with 429 what one caller has under way too often: what waits for a core, or stays open for minutes, must not
 * be one caller's alone. It is under way until it is done, though its caller went away, and until its answer is closed.
 * Each process counts for itself, for it is its own line that would grow.
 */
export const boundedAtOnce = (most: number, handle: Handle): Handle => {
  const underWay = new Map<string, number>()
  const change = (caller: string, by: 1 | -1): void => {
    const count = (underWay.get(caller) ?? 0) + by
    if (count > 0) underWay.set(caller, count)
    else underWay.delete(caller)
  }
  return async (request, response) => {
    const caller = callerOf(request)
    if ((underWay.get(caller) ?? 0) >= most) throw tooManyAtOnce()
    change(caller, 1)
    let [done, closed] = [false, false]
    const leave = (): void => {
      if (done && closed) change(caller, -1)
    }
    response.once('close', () => {
      closed = true
      leave()
    })
    try {
      await handle(request, response)
    } finally {
      done = true
      leave()
    }
  }
}
