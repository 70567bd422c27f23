import type { Request, RequestHandler } from 'express'
import type { Endpoint } from '#schemas/endpoint.ts'
import { cookieOf } from './cookies.ts'
import { HttpProblem } from './problem.ts'

/** Methods that change nothing. */
const safe = ['GET', 'HEAD', 'OPTIONS']

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
  return safe.includes(request.method) && referer?.startsWith(`${appUrl}/`) === true
}

/**
 * Lets any page call the endpoints of a path and read what they answer (CORS), without credentials: a cookie counts for
 * nothing there. Answers their preflight requests.
 */
const fromAnywhere =
  (methods: string): RequestHandler =>
  (request, response, next) => {
    delete request.headers.cookie
    response.set({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'Retry-After, WWW-Authenticate, X-Request-Id',
      'cross-origin-resource-policy': 'cross-origin',
    })
    if (request.method !== 'OPTIONS') return next()
    response.set({
      'access-control-allow-methods': methods,
      'access-control-allow-headers': 'Authorization, Content-Type',
      'access-control-max-age': '86400',
    })
    response.status(204).end()
  }

/**
 * Lets programs in browsers call some endpoints from any origin. Everywhere else an unsafe request that carries the session
 * cookie must come from our own pages (CSRF); those without that cookie, such as those with an API token, pass.
 */
export const checkOrigin = (endpoints: readonly Endpoint[], appUrl: string, sessionCookie: string): RequestHandler => {
  const callable = endpoints.filter(({ caller }) => caller?.crossOrigin)
  const open = new Map(
    Map.groupBy(callable, ({ path }) => path as string)
      .entries()
      .map(([path, called]) => [path, fromAnywhere(called.map(({ method }) => method).join(', '))]),
  )
  return (request, response, next) => {
    const { headers, method, path } = request
    const handleOpen = open.get(path)
    if (handleOpen) return handleOpen(request, response, next)
    if (headers.cookie === undefined) return next()
    if (/^Bearer /i.test(headers.authorization ?? '')) delete headers.cookie
    if (safe.includes(method) || cookieOf(request, sessionCookie) === undefined) return next()
    next(isFromOwnPages(request, appUrl) ? undefined : notOurs())
  }
}
