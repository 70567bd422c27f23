import type { CookieOptions, Request, Response } from 'express'
import { cookieOf } from './cookies.ts'

/** Milliseconds that a browser sends the position of its last write: replicas that are further behind take no requests. */
const sentFor = 60_000

const form = /^\d{1,20}$/

/**
 * The position of a caller's last write, which comes back by itself (D-05): to browsers as a cookie that holds nothing
 * else, so that pictures, downloads and streams bring it too; to others in a header, which they send back in another.
 */
export const openPositions = (secure: boolean) => {
  const name = secure ? '__Host-siteledger-position' : 'siteledger-position'
  const options: CookieOptions = { httpOnly: true, sameSite: 'lax', secure, path: '/', maxAge: sentFor }
  return {
    /** The positions that an answer has to hold, as its caller names them. */
    of: (request: Request): string[] =>
      [request.get('x-min-position') ?? '', cookieOf(request, name) ?? ''].filter((named) => form.test(named)),
    /** Names the position of a write; who follows a link is given no cookie. */
    answer: (request: Request, response: Response, position: string): void => {
      response.set('x-position', position)
      const isBrowser = request.headers.authorization === undefined && !request.endpoint?.caller?.byLink
      if (isBrowser) response.cookie(name, position, options)
    },
  }
}
export type Positions = ReturnType<typeof openPositions>
