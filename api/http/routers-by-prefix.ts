import express, { type RequestHandler, type Router } from 'express'

/** The prefix of a path: `/api/clients`, `/settings`. */
const prefixOf = (path: string): string => /^\/(?:api\/)?[^/{]*/.exec(path)?.[0] ?? ''

/** One router per path prefix, so that Express matches a request against a few routes instead of all of them. */
export const routersByPrefix = (): { of: (path: string) => Router; handler: RequestHandler } => {
  const routers = new Map<string, Router>()
  return {
    of: (path) => {
      const prefix = prefixOf(path)
      const router = routers.get(prefix) ?? express.Router({ caseSensitive: true })
      routers.set(prefix, router)
      return router
    },
    handler: (request, response, next) => {
      const router = routers.get(prefixOf(request.path))
      return router ? router(request, response, next) : next()
    },
  }
}
