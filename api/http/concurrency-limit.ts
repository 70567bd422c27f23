import type { Request, Response } from 'express'
import { tooManyRequests } from './problem.ts'
import { callerOf } from './throttle-keys.ts'

type Handle = (request: Request, response: Response) => Promise<void>

/**
 * Answers 429 to a caller who already has `max` requests open, so that one caller cannot take all capacity of requests
 * that wait for a core or stay open for minutes. A request is open until its handler has ended, even if the caller has
 * disconnected, and its response is closed. Each process counts separately, because it protects its own queue.
 * @param underWay open requests by caller, which several handlers may share
 */
export const limitConcurrency = (max: number, handle: Handle, underWay = new Map<string, number>()): Handle => {
  const change = (caller: string, by: 1 | -1): void => {
    const count = (underWay.get(caller) ?? 0) + by
    if (count > 0) underWay.set(caller, count)
    else underWay.delete(caller)
  }
  return async (request, response) => {
    const caller = callerOf(request)
    if ((underWay.get(caller) ?? 0) >= max) throw tooManyRequests()
    change(caller, 1)
    let done = false
    let closed = false
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
