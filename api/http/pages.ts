import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import express, { type RequestHandler, type Response, type Router } from 'express'
import type { Endpoint } from '#schemas/endpoint.ts'
import { currentTeam } from '#schemas/resources/teams.ts'
import { currentUser } from '#schemas/resources/users.ts'
import { preferCompressed } from './compressed-assets.ts'
import { cookieOf } from './cookies.ts'
import { escaped } from './html.ts'

/** Paths whose raw answers a browser may open directly instead of the web app (D-38). */
const alwaysThemselves = ['/health', '/ready', '/api/openapi.json', '/settings/personal-data']

const answersItself = ({ method, path, response, status, transport, caller }: Endpoint): boolean =>
  method === 'GET' &&
  (response === 'content' ||
    status === 302 ||
    transport?.showsPage === true ||
    caller?.crossOrigin === true ||
    alwaysThemselves.includes(path))

/** The paths that a contract's path stands for. */
const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)

export const isNavigation: (accept: string | undefined) => boolean = (accept) => accept?.includes('text/html') ?? false

/** Configuration that the browser needs, by name. */
export type PageSettings = Readonly<Record<string, string>>

/** Writes the settings into the page's `<meta name="siteledger:...">` elements. */
const fillIn = (page: string, settings: PageSettings): string =>
  page.replace(/(<meta name="siteledger:([\w-]+)" content=")[^"]*"/g, (all, start: string, name: string) => {
    const value = settings[name]
    return value === undefined ? all : `${start}${escaped(value)}"`
  })

/** Reads the page of the web app; undefined where it is not built, as in tests of the API alone. */
export type ReadPage = () => Promise<string | undefined>

export const openPage =
  (folder: string, settings: PageSettings): ReadPage =>
  async () => {
    const html = await readFile(join(folder, 'index.html'), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
    return html === undefined ? undefined : fillIn(html, settings)
  }

/** Answers with the page of the web app, which nobody may show in a frame and no browser keeps. */
export type ShowPage = (response: Response, status: number) => Promise<void>

export const showUnframed =
  (read: ReadPage): ShowPage =>
  async (response, status) => {
    const policy = String(response.getHeader('content-security-policy'))
    response.set({
      'content-security-policy': policy.replace(/frame-ancestors [^;]*/, "frame-ancestors 'none'"),
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
    })
    response
      .status(status)
      .type('html')
      .send((await read()) ?? '')
  }

/** Names the encoding of XML, which express.static leaves out; what checks the log is kept, and run elsewhere. */
const setHeaders = (response: Response, path: string): void => {
  if (/verify\.(html|mjs)$/.test(path)) response.attachment(basename(path))
  if (/\.svg(\.br|\.gz)?$/.test(path)) response.set('content-type', 'image/svg+xml; charset=utf-8')
}

/** Pages that show nothing before the answers to `askedFirst` are there. */
const signedInPage = /^\/(dashboard|settings)(\/|$)/
const askedFirst = [currentUser.path, currentTeam.path]

export type PageSetup = {
  /** Folder of the built web app. */
  folder: string
  endpoints: readonly Endpoint[]
  readPage: ReadPage
  /** Name of the session's cookie. */
  sessionCookie: string
  /** The word that stands for `{teams}` in paths (D-18). */
  teamWord: string
}

/**
 * Serves the built web app. A path is both a page and data: a navigation gets the app, every other request goes to the
 * routes (D-38).
 */
export const servePages = (app: Router, { folder, endpoints, readPage, sessionCookie, teamWord }: PageSetup): void => {
  const direct = endpoints.filter(answersItself).map(({ path }) => patternOf(path))
  const others = express.static(folder, { index: false, maxAge: 0, setHeaders })
  const preload = askedFirst.map((path) => `<${path.replace('{teams}', teamWord)}>; rel=preload; as=fetch; crossorigin`)
  const page: RequestHandler = async (request, response, next) => {
    if (request.method !== 'GET' || !isNavigation(request.headers.accept)) return next()
    if (direct.some((pattern) => pattern.test(request.path))) return next()
    const html = await readPage()
    if (html === undefined) return next()
    // Such a browser has no session for sure; its page need not ask who is signed in.
    const guest = cookieOf(request, sessionCookie) === undefined
    // A browser must not reuse the page of a guest after sign-in.
    response.set('cache-control', guest ? 'no-store' : 'no-cache').type('html')
    // So that the browser asks beside loading the app, and not after it.
    if (!guest && signedInPage.test(request.path)) response.set('link', preload.join(', '))
    response.send(guest ? fillIn(html, { guest: 'true' }) : html)
  }
  app.use(
    '/assets',
    preferCompressed(join(folder, 'assets')),
    express.static(join(folder, 'assets'), {
      immutable: true,
      maxAge: '1y',
      fallthrough: false,
      setHeaders,
    }),
  )
  // The app has no files under /api/, so those requests skip the file lookup.
  app.use((request, response, next) => (request.path.startsWith('/api/') ? next() : others(request, response, next)))
  app.use(page)
}
