import express, { type RequestHandler, type Router } from 'express'

/** The prefix of a path: `/api/clients`, `/settings`. */
const prefix = /^\/(?:api\/)?[^/{]*/

/** One router per path prefix, so that Express matches a request against a few routes instead of all of them. */
export const routersByPrefix = (): { of: (path: string) => Router; handler: RequestHandler } => {
  const routers = new Map<string, Router>()
  return {
    of: (path) => {
      const name = prefix.exec(path)?.[0] ?? ''
      const router = routers.get(name) ?? express.Router({ caseSensitive: true })
      routers.set(name, router)
      return router
    },
    handler: (request, response, next) => {
      const router = routers.get(prefix.exec(request.path)?.[0] ?? '')
      return router ? router(request, response, next) : next()
    },
  }
}
