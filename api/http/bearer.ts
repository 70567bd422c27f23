import type { RequestHandler } from 'express'
import type { SessionData } from 'express-session'
import type { ApiTokenId, TeamId, UserId } from '#schemas/ids.ts'
import type { TokenAbility } from '#schemas/token-abilities.ts'

/** The session that a browser's Bearer token belongs to (D-65). */
export type BearerSession = {
  kind: 'session'
  sessionName: string
  session: Pick<SessionData, 'userId' | 'epoch'> & Partial<SessionData>
}

/** A personal API token: whose it is, in which team, and what it carries (D-66, D-93). */
export type BearerToken = {
  kind: 'token'
  id: ApiTokenId
  userId: UserId
  teamId: TeamId
  abilities: readonly TokenAbility[]
}

export type Bearer = BearerSession | BearerToken

declare module 'express-serve-static-core' {
  interface Request {
    /** Set where the request carries a Bearer token that opens something. */
    bearer?: Bearer
  }
}

/** Looks a token up; undefined for one that opens nothing. */
export type FindBearer = (token: string) => Promise<Bearer | undefined>

/** Reads `Authorization: Bearer <token>`. Whatever that header says, cookies then count for nothing. */
export const readBearer =
  (find: FindBearer): RequestHandler =>
  async (request, _response, next) => {
    const token = /^Bearer ([\w-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1]
    const found = token === undefined ? undefined : await find(token)
    if (found) request.bearer = found
    next()
  }
