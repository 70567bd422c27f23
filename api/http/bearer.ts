import type { RequestHandler } from 'express'
import type { SessionData } from 'express-session'
import type { Via } from '#schemas/event.ts'
import type { TeamId, UserId } from '#schemas/ids.ts'
import type { TokenAbility } from '#schemas/rights/token-abilities.ts'

/** The session that a browser's Bearer token belongs to (D-65). */
export type BearerSession = {
  kind: 'session'
  sessionName: string
  session: Pick<SessionData, 'userId' | 'epoch'> & Partial<SessionData>
}

/** A token of a script or program with its user, team and abilities (D-66, D-93); `via` says which one. */
export type BearerToken = {
  kind: 'token'
  via: Via
  userId: UserId
  teamId: TeamId
  abilities: readonly TokenAbility[]
}

export type Bearer = BearerSession | BearerToken

declare module 'express-serve-static-core' {
  interface Request {
    /** Set if the request carries a valid Bearer token. */
    bearer?: Bearer
  }
}

/** Looks a token up; undefined if it is invalid. */
export type FindBearer = (token: string) => Promise<Bearer | undefined>

/** Reads `Authorization: Bearer <token>`. With that header, valid or not, cookies never authenticate a request. */
export const readBearer =
  (find: FindBearer): RequestHandler =>
  async (request, _response, next) => {
    const token = /^Bearer ([\w-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1]
    const found = token === undefined ? undefined : await find(token)
    if (found) request.bearer = found
    next()
  }
