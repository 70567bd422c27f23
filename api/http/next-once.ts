import type { NextFunction, Request } from 'express'
import { loggable } from './errors.ts'

/**
 * Calls `next` once. What fails in the session store while an answer ends comes a second time, past all error handlers,
 * and Express would break the connection, which the next request may already use.
 */
export const nextOnce = (request: Request, next: NextFunction): NextFunction => {
  let isCalled = false
  return (error?: unknown) => {
    if (isCalled) return request.log.error({ err: loggable(error), requestId: request.id }, 'session was not stored')
    isCalled = true
    next(error)
  }
}
