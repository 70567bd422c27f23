import type { Request, RequestHandler } from 'express'
import type { SessionData } from 'express-session'
import type { Via } from '#schemas/event.ts'
import type { TeamId, UserId } from '#schemas/ids.ts'
import type { TokenAbility } from '#schemas/rights/token-abilities.ts'
import { impersonatedFor } from '#schemas/time/impersonation-life.ts'
import type { Impersonator } from './session.ts'

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

/** The identity behind a request: user, chosen team, the token that narrows the rights, and any impersonator. */
export type Credential = {
  userId: UserId
  teamId: TeamId | null
  epoch: number
  token: BearerToken | null
  impersonator?: Impersonator | undefined
}

/** Reads the credential from the Bearer token, or from the session cookie if there is no `Authorization` header. */
export const credentialOf = ({ headers, session, bearer }: Request): Credential | undefined => {
  // A token is revoked separately; ending all sessions does not affect it.
  if (bearer?.kind === 'token') {
    return { userId: bearer.userId, teamId: bearer.teamId, epoch: Number.POSITIVE_INFINITY, token: bearer }
  }
  const { userId, teamId, epoch, impersonator, startedAt } =
    (headers.authorization === undefined ? session : bearer?.session) ?? {}
  if (impersonator && Date.now() - (startedAt ?? 0) >= impersonatedFor) return undefined
  return userId && epoch !== undefined
    ? { userId, teamId: teamId ?? null, epoch, token: null, impersonator }
    : undefined
}
