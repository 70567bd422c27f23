import express, { type Express, type RequestHandler } from 'express'
import helmet from 'helmet'
import type { Logger } from 'pino'
import { apiDocs, openApi } from '#schemas/resources/status.ts'
import { resource } from './http/answer.ts'
import { showApi } from './http/api-docs.ts'
import { type FindBearer, readBearer } from './http/bearer.ts'
import { routersByNoun } from './http/by-noun.ts'
import { answerErrors, answerNotFound } from './http/errors.ts'
import { fixHeaders, headersSetBy } from './http/fixed-headers.ts'
import { readJson } from './http/json-body.ts'
import { type Gate, mount } from './http/mount.ts'
import { type ApiDescription, describeApi } from './http/openapi.ts'
import { type PageSettings, servePages } from './http/pages.ts'
import { logRequests } from './http/request-log.ts'
import { type Route, route } from './http/route.ts'
import { sameOrigin } from './http/same-origin.ts'

export type AppSetup = {
  routes: readonly Route[]
  gate: Gate
  sessions: RequestHandler
  findBearer: FindBearer
  /** Name of the session's cookie. */
  sessionCookie: string
  appUrl: string
  /** Folder of the built web app. */
  webFolder: string
  pageSettings: PageSettings
  trustProxy: number
  logger: Logger
}

/** Pages and their data come from this origin; Mantine writes its style elements itself. */
const pagePolicy = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    objectSrc: ["'self'"],
    frameSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'self'"],
  },
}

/** Sessions are kept for those who come with cookies; with a token cookies count for nothing, and `/api` starts none. */
const forBrowsers =
  (sessions: RequestHandler): RequestHandler =>
  (request, response, next) => {
    const byToken = request.headers.authorization !== undefined && request.path.startsWith('/api/')
    return byToken ? next() : sessions(request, response, next)
  }

/** Made when it is asked for first, and kept. */
const once = <Made extends object>(make: () => Made): (() => Made) => {
  let made: Made | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** The whole HTTP side, from request log to error answer. */
export const buildApp = (setup: AppSetup): Express => {
  const { routes, gate, logger } = setup
  const app = express()
  app.disable('x-powered-by')
  app.set('trust proxy', setup.trustProxy)
  app.set('etag', false)

  const described: Route[] = [
    ...routes,
    route(openApi, () => resource({ ...description() })),
    route(apiDocs, () => ({ kind: 'stream', open: docs() })),
  ]
  const endpoints = described.map(({ endpoint }) => endpoint)
  // The specified word comes first, the configured one last.
  const description = once(
    (): ApiDescription => describeApi(endpoints, gate.teamWords.at(-1) ?? 'teams', setup.sessionCookie),
  )
  const docs = once(() => showApi(description()))

  app.use(logRequests(logger))
  const secure = setup.appUrl.startsWith('https:')
  const protection = helmet({ contentSecurityPolicy: pagePolicy, hsts: secure, crossOriginOpenerPolicy: secure })
  // One address is page or data (D-38), whichever is asked for.
  fixHeaders(app, { ...headersSetBy(protection), vary: 'accept' })
  servePages(app, setup.webFolder, endpoints, setup.pageSettings)
  app.use(sameOrigin(setup.appUrl, setup.sessionCookie))
  app.use(readJson())
  app.use(forBrowsers(setup.sessions))
  app.use(readBearer(setup.findBearer))

  const routers = routersByNoun()
  for (const each of described) mount(routers, gate, each)
  app.use(routers.handler)
  app.use(answerNotFound)
  app.use(answerErrors(logger))
  return app
}
