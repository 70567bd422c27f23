import { join } from 'node:path'
import express, { type RequestHandler, type Router } from 'express'
import type { Endpoint } from '#schemas/endpoint.ts'

/** Answers that are meant for a browser's address bar as they are (D-38). */
const alwaysThemselves = ['/health', '/ready', '/api/openapi.json']

const answersItself = ({ method, path, response, status }: Endpoint): boolean =>
  method === 'GET' && (response === 'content' || status === 302 || alwaysThemselves.includes(path))

const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)

const isNavigation: (accept: string | undefined) => boolean = (accept) => accept?.includes('text/html') ?? false

/**
 * Serves the built web app. One path is page or data: a navigation gets the app,
 * everything else is left to the routes (D-38).
 */
export const servePages = (
  folder: string,
  endpoints: readonly Endpoint[],
): RequestHandler[] | [Router, RequestHandler] => {
  const direct = endpoints.filter(answersItself).map(({ path }) => patternOf(path))
  const assets = express.Router()
  assets.use('/assets', express.static(join(folder, 'assets'), { immutable: true, maxAge: '1y', fallthrough: false }))
  assets.use(express.static(folder, { index: false, maxAge: 0 }))
  const page: RequestHandler = (request, response, next) => {
    if (request.method !== 'GET' || !isNavigation(request.headers.accept)) return next()
    if (direct.some((pattern) => pattern.test(request.path))) return next()
    response.set('cache-control', 'no-cache').sendFile('index.html', { root: folder })
  }
  return [assets, page]
}
