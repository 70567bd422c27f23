import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import express, { type Express, type RequestHandler } from 'express'
import helmet, { type HelmetOptions } from 'helmet'
import type { Logger } from 'pino'
import type { PagePayment } from '#schemas/resources/payment.ts'
import { apiDocs, health, openApi, ready } from '#schemas/resources/status.ts'
import { resource } from './http/answer.ts'
import { showApi } from './http/api-docs.ts'
import { type FindBearer, readBearer } from './http/credential.ts'
import { answerErrors, answerNotFound } from './http/errors.ts'
import { type ApiDescription, describeApi } from './http/openapi.ts'
import { checkOrigin } from './http/origins.ts'
import { pagePolicy } from './http/page-policy.ts'
import { type ReadPage, servePages, showUnframed } from './http/pages.ts'
import { behind, malformed } from './http/problem.ts'
import { logRequests } from './http/request-log.ts'
import type { RequestPipeline } from './http/request-pipeline.ts'
import { type Route, route } from './http/route.ts'
import { serveRoutes } from './http/serve-routes.ts'

export type AppSetup = {
  routes: readonly Route[]
  pipeline: RequestPipeline
  sessions: RequestHandler
  findBearer: FindBearer
  /** Name of the session's cookie. */
  sessionCookie: string
  appUrl: string
  /** Folder of the built web app. */
  webFolder: string
  readPage: ReadPage
  /** Whose form for cards pages may show. */
  payment: PagePayment
  trustProxy: number
  logger: Logger
}

/**
 * Sets the headers of every response: those of helmet, which computes them for each request, are computed once. `Vary`
 * says that one URL answers a page or data, depending on `Accept` (D-38). Refuses what names no host, as HTTP/1.1 asks
 * servers to (RFC 9112, 3.2).
 */
const receiveRequests = (options: HelmetOptions): RequestHandler => {
  const sample = new ServerResponse(new IncomingMessage(new Socket())).setHeader('vary', 'accept')
  helmet(options)(sample.req, sample, () => {})
  const headers = new Map(sample.getHeaderNames().map((name) => [name, String(sample.getHeader(name))]))
  return ({ headers: { host }, httpVersion }, response, next) => {
    response.setHeaders(headers)
    next(host === undefined && httpVersion !== '1.0' ? malformed('The request names no host.') : undefined)
  }
}

/**
 * Refuses everything but probes until lists and rights hold what was in the log at the start: those of a new process
 * know neither sessions nor records.
 */
const onceStarted = ({ start }: RequestPipeline['gate']): RequestHandler => {
  let isReady = false
  return async ({ path }, _response, next) => {
    if (!isReady && path !== health.path && path !== ready.path) {
      if ((await start()) === 'refuse') throw behind()
      isReady = true
    }
    next()
  }
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
  const teamWord = pipeline.words.teams.at(-1) ?? 'teams'
  const description = once((): ApiDescription => describeApi(endpoints, teamWord, setup.sessionCookie))
  const docs = once(() => showApi(description()))

  app.use(logRequests(logger))
  const secure = setup.appUrl.startsWith('https:')
  app.use(
    receiveRequests({
      contentSecurityPolicy: pagePolicy(setup.payment),
      hsts: secure,
      crossOriginOpenerPolicy: secure,
      // Other sites learn nothing; our own pages are recognised by it where a browser sends no Sec-Fetch-Site.
      referrerPolicy: { policy: 'same-origin' },
    }),
  )
  const { webFolder: folder, readPage, sessionCookie } = setup
  servePages(app, { folder, endpoints, readPage, sessionCookie, teamWord })
  app.use(onceStarted(pipeline.gate))
  app.use(checkOrigin(endpoints, setup.appUrl, sessionCookie))
  app.use(setup.sessions)
  app.use(readBearer(setup.findBearer))
  app.use(serveRoutes(pipeline, described))
  app.use(answerNotFound)
  app.use(answerErrors(logger, pipeline.security, showUnframed(setup.readPage)))
  return app
}
