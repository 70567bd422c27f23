import type { Request, RequestHandler } from 'express'
import { isSafe } from './methods.ts'
import { HttpProblem } from './problem.ts'

export const notOurs = () => new HttpProblem(403, { message: 'The request does not come from this application.' })

/** By `Sec-Fetch-Site`, or by `Origin` where a browser does not send that. */
export const isFromOwnPages = (request: Request, appUrl: string): boolean => {
  const site = request.get('sec-fetch-site')
  return site === undefined ? request.headers.origin === appUrl : site === 'same-origin'
}

const carries = (request: Request, cookie: string): boolean =>
  (request.headers.cookie ?? '').split(';').some((each) => each.trim().startsWith(`${cookie}=`))

/**
 * Unsafe requests that carry the session cookie must come from our own pages. An API token needs not: with one,
 * cookies count for nothing.
 */
export const sameOrigin =
  (appUrl: string, sessionCookie: string): RequestHandler =>
  (request, _response, next) => {
    if (request.headers.cookie === undefined) return next()
    if (/^Bearer /i.test(request.headers.authorization ?? '')) delete request.headers.cookie
    if (isSafe(request.method) || !carries(request, sessionCookie)) return next()
    next(isFromOwnPages(request, appUrl) ? undefined : notOurs())
  }
