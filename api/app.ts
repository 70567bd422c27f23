import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import express, { type Express, type RequestHandler } from 'express'
import helmet, { type HelmetOptions } from 'helmet'
import type { Logger } from 'pino'
import type { PagePayment } from '#schemas/resources/payment.ts'
import { sharePages } from '#schemas/resources/shares.ts'
import { apiDocs, health, openApi, ready } from '#schemas/resources/status.ts'
import { resource } from './http/answer.ts'
import { showApi } from './http/api-docs.ts'
import { type FindBearer, readBearer } from './http/bearer.ts'
import { crossOrigin } from './http/cross-origin.ts'
import { answerErrors, answerNotFound } from './http/errors.ts'
import { type ApiDescription, describeApi } from './http/openapi.ts'
import { pagePolicy } from './http/page-policy.ts'
import { type ReadPage, servePages, showUnframed } from './http/pages.ts'
import { behind, malformed } from './http/problem.ts'
import { registerRoute } from './http/register-route.ts'
import { logRequests } from './http/request-log.ts'
import type { RequestPipeline } from './http/request-pipeline.ts'
import { type Route, route } from './http/route.ts'
import { routersByPrefix } from './http/routers-by-prefix.ts'
import { sameOrigin } from './http/same-origin.ts'

export type AppSetup = {
  routes: readonly Route[]
  pipeline: RequestPipeline
  sessions: RequestHandler
  findBearer: FindBearer
  /** Name of the session's cookie. */
  sessionCookie: string
  /** Whether lists and rights have caught up with the log once; waits a moment for it. */
  caughtUp: () => true | Promise<boolean>
  appUrl: string
  /** Folder of the built web app. */
  webFolder: string
  readPage: ReadPage
  /** Whose form for cards pages may show. */
  payment: PagePayment
  trustProxy: number
  logger: Logger
}

/** Refuses what names no host, as HTTP/1.1 asks servers to (RFC 9112, 3.2). */
const requireHost: RequestHandler = ({ headers, httpVersion }, _response, next) =>
  next(headers.host === undefined && httpVersion !== '1.0' ? malformed('The request names no host.') : undefined)

/**
 * Loads sessions for browsers only: an `/api/` request with an `Authorization` header neither reads nor starts one, nor
 * does whoever follows a share link.
 */
const forBrowsers =
  (sessions: RequestHandler): RequestHandler =>
  (request, response, next) => {
    const { headers, path } = request
    const byToken = headers.authorization !== undefined && path.startsWith('/api/')
    return byToken || path.startsWith(sharePages) ? next() : sessions(request, response, next)
  }

/**
 * The headers of every response: those of helmet, which computes them for each request, are computed once. `Vary` says
 * that one URL answers a page or data, depending on `Accept` (D-38).
 */
const commonHeaders = (options: HelmetOptions): RequestHandler => {
  const sample = new ServerResponse(new IncomingMessage(new Socket())).setHeader('vary', 'accept')
  helmet(options)(sample.req, sample, () => {})
  const headers = new Map(sample.getHeaderNames().map((name) => [name, String(sample.getHeader(name))]))
  return (_request, response, next) => {
    response.setHeaders(headers)
    next()
  }
}

/**
 * Refuses everything but probes until lists and rights have caught up once: those of a new process know neither sessions
 * nor records.
 */
const onceCaughtUp =
  (caughtUp: AppSetup['caughtUp']): RequestHandler =>
  async ({ path }, _response, next) => {
    const known = path === health.path || path === ready.path || caughtUp()
    if (known !== true && !(await known)) throw behind()
    next()
  }

/** Creates a value on first use and reuses it. */
const once = <Made extends object>(make: () => Made): (() => Made) => {
  let made: Made | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** Builds the Express app, from the request log to the error handler. */
export const buildApp = (setup: AppSetup): Express => {
  const { routes, pipeline, logger } = setup
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
  // The default word comes first, the configured one last.
  const teamWord = pipeline.teamWords.at(-1) ?? 'teams'
  const description = once((): ApiDescription => describeApi(endpoints, teamWord, setup.sessionCookie))
  const docs = once(() => showApi(description()))

  app.use(logRequests(logger))
  const secure = setup.appUrl.startsWith('https:')
  app.use(
    commonHeaders({
      contentSecurityPolicy: pagePolicy(setup.payment),
      hsts: secure,
      crossOriginOpenerPolicy: secure,
      // Other sites learn nothing; our own pages are recognised by it where a browser sends no Sec-Fetch-Site.
      referrerPolicy: { policy: 'same-origin' },
    }),
  )
  app.use(requireHost)
  const { webFolder: folder, readPage, sessionCookie } = setup
  servePages(app, { folder, endpoints, readPage, sessionCookie, teamWord })
  app.use(onceCaughtUp(setup.caughtUp))
  app.use(crossOrigin(endpoints))
  app.use(sameOrigin(setup.appUrl, setup.sessionCookie))
  app.use(forBrowsers(setup.sessions))
  app.use(readBearer(setup.findBearer))

  const routers = routersByPrefix()
  for (const each of described) registerRoute(routers, pipeline, each)
  app.use(routers.handler)
  app.use(answerNotFound)
  app.use(answerErrors(logger, pipeline.security, showUnframed(setup.readPage)))
  return app
}
