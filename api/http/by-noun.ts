import express, { type RequestHandler, type Router } from 'express'

/** How a path begins: `/api/clients`, `/settings`. */
const beginningOf = (path: string): string => /^\/(?:api\/)?[^/{]*/.exec(path)?.[0] ?? ''

/** Routers of paths that begin alike, so that a call is looked for among a few routes and not among all of them. */
export const routersByNoun = (): { of: (path: string) => Router; handler: RequestHandler } => {
  const routers = new Map<string, Router>()
  return {
    of: (path) => {
      const beginning = beginningOf(path)
      const router = routers.get(beginning) ?? express.Router({ caseSensitive: true })
      routers.set(beginning, router)
      return router
    },
    handler: (request, response, next) => {
      const router = routers.get(beginningOf(request.path))
      return router ? router(request, response, next) : next()
    },
  }
}
