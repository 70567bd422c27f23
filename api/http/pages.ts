import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import express, { type RequestHandler, type Router } from 'express'
import type { Endpoint } from '#schemas/endpoint.ts'
import { escaped } from './html.ts'

/** Answers that are meant for a browser's address bar as they are (D-38). */
const alwaysThemselves = ['/health', '/ready', '/api/openapi.json', '/settings/personal-data']

const answersItself = ({ method, path, response, status }: Endpoint): boolean =>
  method === 'GET' && (response === 'content' || status === 302 || alwaysThemselves.includes(path))

const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)

const isNavigation: (accept: string | undefined) => boolean = (accept) => accept?.includes('text/html') ?? false

/** What the operators configured and the browser must know, by name. */
export type PageSettings = Readonly<Record<string, string>>

/** Writes the settings into the page's `<meta name="siteledger:...">` elements. */
const fillIn = (page: string, settings: PageSettings): string =>
  page.replace(/(<meta name="siteledger:([\w-]+)" content=")[^"]*"/g, (all, start: string, name: string) => {
    const value = settings[name]
    return value === undefined ? all : `${start}${escaped(value)}"`
  })

/**
 * Serves the built web app. One path is page or data: a navigation gets the app,
 * everything else is left to the routes (D-38).
 */
export const servePages = (
  app: Router,
  folder: string,
  endpoints: readonly Endpoint[],
  settings: PageSettings,
): void => {
  const direct = endpoints.filter(answersItself).map(({ path }) => patternOf(path))
  const others = express.static(folder, { index: false, maxAge: 0 })
  const page: RequestHandler = async (request, response, next) => {
    if (request.method !== 'GET' || !isNavigation(request.headers.accept)) return next()
    if (direct.some((pattern) => pattern.test(request.path))) return next()
    const html = await readFile(join(folder, 'index.html'), 'utf8').catch((error: NodeJS.ErrnoException) => {
      // Not built, as in tests of the API alone: then there is no page.
      if (error.code === 'ENOENT') return undefined
      throw error
    })
    if (html === undefined) return next()
    response.set('cache-control', 'no-cache').type('html').send(fillIn(html, settings))
  }
  app.use('/assets', express.static(join(folder, 'assets'), { immutable: true, maxAge: '1y', fallthrough: false }))
  // No file of the app lies there: the disk is not asked for what the routes answer.
  app.use((request, response, next) => (request.path.startsWith('/api/') ? next() : others(request, response, next)))
  app.use(page)
}
