import type { RequestHandler } from 'express'
import { HttpProblem } from './problem.ts'

const safeMethods = ['GET', 'HEAD', 'OPTIONS']

const notOurs = () => new HttpProblem(403, { message: 'The request does not come from this application.' })

/**
 * Unsafe requests that carry the session cookie must come from our own pages: by `Sec-Fetch-Site`,
 * or by `Origin` where a browser does not send that. An API token needs neither; cookies are then ignored.
 */
export const sameOrigin =
  (appUrl: string): RequestHandler =>
  (request, _response, next) => {
    if (safeMethods.includes(request.method)) return next()
    if (request.headers.authorization || !request.headers.cookie) return next()
    const site = request.get('sec-fetch-site')
    const ours = site === undefined ? request.headers.origin === appUrl : site === 'same-origin'
    next(ours ? undefined : notOurs())
  }
