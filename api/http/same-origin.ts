import type { Request, RequestHandler } from 'express'
import { cookieOf } from './cookies.ts'
import { isSafe } from './methods.ts'
import { HttpProblem } from './problem.ts'

export const notOurs = () =>
  new HttpProblem(403, { message: 'The request does not come from this application.' }).recordedAs('foreign_origin')

/**
 * Checks `Sec-Fetch-Site`. Browsers send it over https and to this machine only, so that without it `Origin` counts, or
 * for a link, which has none, `Referer`.
 */
export const isFromOwnPages = (request: Request, appUrl: string): boolean => {
  const site = request.get('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin'
  const { origin, referer } = request.headers
  if (origin !== undefined) return origin === appUrl
  return isSafe(request.method) && referer?.startsWith(`${appUrl}/`) === true
}

/**
 * CSRF protection: unsafe requests that carry the session cookie must come from our own pages. Requests without that
 * cookie, such as those with an API token, pass.
 */
export const sameOrigin =
  (appUrl: string, sessionCookie: string): RequestHandler =>
  (request, _response, next) => {
    if (request.headers.cookie === undefined) return next()
    if (/^Bearer /i.test(request.headers.authorization ?? '')) delete request.headers.cookie
    if (isSafe(request.method) || cookieOf(request, sessionCookie) === undefined) return next()
    next(isFromOwnPages(request, appUrl) ? undefined : notOurs())
  }
