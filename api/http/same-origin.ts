import type { Request, RequestHandler } from 'express'
import { isSafe } from './methods.ts'
import { HttpProblem } from './problem.ts'

const notOurs = () => new HttpProblem(403, { message: 'The request does not come from this application.' })

const carries = (request: Request, cookie: string): boolean =>
  (request.headers.cookie ?? '').split(';').some((each) => each.trim().startsWith(`${cookie}=`))

/**
 * Unsafe requests that carry the session cookie must come from our own pages: by `Sec-Fetch-Site`,
 * or by `Origin` where a browser does not send that. An API token needs neither: with one, cookies count for nothing.
 */
export const sameOrigin =
  (appUrl: string, sessionCookie: string): RequestHandler =>
  (request, _response, next) => {
    if (/^Bearer /i.test(request.headers.authorization ?? '')) delete request.headers.cookie
    if (isSafe(request.method) || !carries(request, sessionCookie)) return next()
    const site = request.get('sec-fetch-site')
    const ours = site === undefined ? request.headers.origin === appUrl : site === 'same-origin'
    next(ours ? undefined : notOurs())
  }
