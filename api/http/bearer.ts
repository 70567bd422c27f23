import type { RequestHandler } from 'express'
import type { SessionData } from 'express-session'

/** The session that a Bearer token belongs to. */
export type BearerSession = {
  sessionName: string
  session: Pick<SessionData, 'userId' | 'epoch'> & Partial<SessionData>
}

declare module 'express-serve-static-core' {
  interface Request {
    /** Set where the request carries a Bearer token that opens something. */
    bearer?: BearerSession
  }
}

/** Looks a token up; undefined for one that opens nothing. */
export type FindBearer = (token: string) => Promise<BearerSession | undefined>

/** Reads `Authorization: Bearer <token>`. Whatever that header says, cookies then count for nothing. */
export const readBearer =
  (find: FindBearer): RequestHandler =>
  async (request, _response, next) => {
    const token = /^Bearer ([\w-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1]
    const found = token === undefined ? undefined : await find(token)
    if (found) request.bearer = found
    next()
  }
