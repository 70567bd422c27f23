import type { RequestHandler } from 'express'
import type { Endpoint } from '#schemas/endpoint.ts'

/**
 * Lets programs in browsers call some endpoints from any origin, without credentials (CORS): a cookie counts for nothing
 * there. Answers their preflight requests.
 */
export const crossOrigin = (endpoints: readonly Endpoint[]): RequestHandler => {
  const open = Map.groupBy(
    endpoints.filter(({ caller }) => caller?.crossOrigin),
    ({ path }) => path as string,
  )
  return (request, response, next) => {
    const called = open.get(request.path)
    if (called === undefined) return next()
    delete request.headers.cookie
    response.set({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'Retry-After, WWW-Authenticate, X-Request-Id',
      'cross-origin-resource-policy': 'cross-origin',
    })
    if (request.method !== 'OPTIONS') return next()
    response.set({
      'access-control-allow-methods': called.map(({ method }) => method).join(', '),
      'access-control-allow-headers': 'Authorization, Content-Type',
      'access-control-max-age': '86400',
    })
    response.status(204).end()
  }
}
