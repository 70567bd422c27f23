import type { Request } from 'express'
import type { TeamId, UserId } from '#schemas/ids.ts'
import { codesPerSignIn } from '#schemas/limits/ceiling-numbers.ts'
import { rememberedFor } from '#schemas/time/session-life.ts'
import { deviceOf } from './device.ts'
import { forbidden, unconfirmedIdentity } from './problem.ts'

/** A sign-in with a correct password whose second factor is due; `until` is in milliseconds since 1970. */
export type PendingSignIn = {
  userId: UserId
  passwordVersion: number
  remember: boolean
  until: number
  wrongCodes?: number
}

/** The operator who impersonates a user, and the session that they return to (D-64). */
export type Impersonator = Omit<Entering, 'sessionEpoch'> & { epoch: number; teamId: TeamId | null } & Life

/** The user who signs in, with their current session epoch. */
type Entering = { userId: UserId; sessionEpoch: number }

/** How long a session lives: since when, in milliseconds since 1970, and whether the browser is remembered. */
type Life = { remember: boolean; startedAt: number }

declare module 'express-session' {
  interface SessionData {
    userId: UserId
    /** The team that was chosen in this session, if any. */
    teamId?: TeamId
    /** Sessions that began in an earlier epoch than the user's current one are invalid. */
    epoch: number
    device: string
    /** Milliseconds since 1970. */
    startedAt: number
    /** When the user gave their password in this session last, in milliseconds since 1970 (D-100). */
    confirmedAt?: number
    pending?: PendingSignIn
    /** Set while an operator impersonates the user of this session. */
    impersonator: Impersonator
  }
}

/** Milliseconds in which the second factor must follow the password. */
const pendingFor = 10 * 60 * 1000

type Act = 'regenerate' | 'save' | 'destroy'

/**
 * Changes the request's session in the store. Where that fails the request has none any more: its answer neither waits
 * for the store again, nor replaces the browser's cookie by one that leads nowhere.
 */
const stored = (request: Request, act: Act): Promise<void> =>
  new Promise<void>((resolve, reject) => {
    request.session[act]((error) => (error ? reject(error) : resolve()))
  }).catch((error) => {
    Reflect.deleteProperty(request, 'session')
    throw error
  })

/** Stores what was set in the session before the answer tells of it. */
export const saveSession = (request: Request) => stored(request, 'save')

/** Fails if the session store is unavailable, before anything is written that is to end in a session. */
export const sessionsAnswer = (request: Request) => stored(request, 'regenerate')

type Beginning = Life & { confirmedAt?: number | undefined; impersonator?: Impersonator }

/** Begins a session under a new id, which prevents session fixation. If `teamId` is null, the team used last is taken. */
const begin = async (
  request: Request,
  { userId, sessionEpoch }: Entering,
  teamId: TeamId | null,
  { remember, startedAt, confirmedAt, impersonator }: Beginning,
) => {
  await stored(request, 'regenerate')
  request.session.userId = userId
  if (confirmedAt !== undefined) request.session.confirmedAt = confirmedAt
  if (impersonator) request.session.impersonator = impersonator
  if (teamId) request.session.teamId = teamId
  request.session.epoch = sessionEpoch
  const device = deviceOf(request.get('user-agent'))
  // The impersonated user sees this session in their own list.
  request.session.device = impersonator ? `An operator: ${device}` : device
  request.session.startedAt = startedAt
  if (remember) request.session.cookie.maxAge = rememberedFor
  await saveSession(request)
}

/** Starts the session of a user who has just given their password. */
export const startSession = (request: Request, entering: Entering, teamId: TeamId | null, remember: boolean) => {
  const now = Date.now()
  return begin(request, entering, teamId, { remember, startedAt: now, confirmedAt: now })
}

/** How long the session of this request lives. */
const lifeOf = ({ session: { startedAt, cookie } }: Request): Life => ({
  remember: cookie.originalMaxAge !== null,
  startedAt: startedAt ?? Date.now(),
})

/** Renews the caller's own session after all sessions were ended, so that the caller stays signed in. */
export const renewSession = async (request: Request, entering: Entering) => {
  if (request.session.userId !== entering.userId || request.session.impersonator) return
  const { teamId, confirmedAt } = request.session
  await begin(request, entering, teamId ?? null, { ...lifeOf(request), confirmedAt })
}

/** The operator of a browser's session. Throws 403 for whoever came by a token, which cannot become a user's session. */
export const operatorOf = (request: Request): Impersonator => {
  const { userId, epoch, teamId } = request.session
  if (userId === undefined || epoch === undefined) throw forbidden()
  return { userId, epoch, teamId: teamId ?? null, ...lifeOf(request) }
}

/** Starts impersonating `person` until the operator stops (D-64). */
export const enterAs = (request: Request, impersonator: Impersonator, person: Entering) =>
  begin(request, person, null, { remember: false, startedAt: Date.now(), impersonator })

/** Returns to the operator's own session, with the team and lifetime that it had. */
export const leavePerson = (request: Request, { userId, epoch, teamId, ...life }: Impersonator) =>
  begin(request, { userId, sessionEpoch: epoch }, teamId, life)

/** Milliseconds for which a confirmed identity counts: long enough for one visit to the settings (D-100). */
const confirmedFor = 10 * 60 * 1000

/** Records that the user of this session has given their password (D-100). */
export const confirmSession = async (request: Request) => {
  request.session.confirmedAt = Date.now()
  await saveSession(request)
}

/** Throws 403 unless the user gave their password in this session within the last ten minutes (D-100). */
export const requireConfirmed = ({ headers, session, bearer }: Request): void => {
  const own = headers.authorization === undefined ? session : bearer?.kind === 'session' ? bearer.session : undefined
  if (Date.now() - (own?.confirmedAt ?? 0) >= confirmedFor) throw unconfirmedIdentity()
}

/** Records under a new session id that the password was correct; such a session has no rights. */
export const awaitSecondFactor = async (request: Request, signIn: Omit<PendingSignIn, 'until'>) => {
  await stored(request, 'regenerate')
  request.session.pending = { ...signIn, until: Date.now() + pendingFor }
  await saveSession(request)
}

/** Counts a wrong code; after five the password is asked for again (D-102). */
export const countWrongCode = async (request: Request) => {
  const { pending } = request.session
  if (!pending) return
  const wrongCodes = (pending.wrongCodes ?? 0) + 1
  // One that is over still says whose it was.
  request.session.pending = { ...pending, wrongCodes, until: wrongCodes >= codesPerSignIn ? 0 : pending.until }
  await saveSession(request)
}

/** The sign-in whose second factor is still due; undefined once it has expired. */
export const pendingSignIn = (request: Request): PendingSignIn | undefined => {
  const { pending } = request.session
  return pending && Date.now() < pending.until ? pending : undefined
}

/** The name of the session's cookie; browsers accept the prefix over https only. */
export const sessionCookieName = (secure: boolean): string => (secure ? '__Host-siteledger' : 'siteledger')

/**
 * Ends the session of a request, and has the browser forget its cookie and what it has cached; local storage holds only
 * the colour scheme, which stays.
 */
export const endSession = async (request: Request) => {
  const { secure, httpOnly, sameSite, path } = request.session.cookie
  await stored(request, 'destroy')
  request.res?.set('clear-site-data', '"cache"')
  const name = sessionCookieName(secure === true)
  request.res?.clearCookie(name, { secure: secure === true, httpOnly: httpOnly === true, sameSite, path: path ?? '/' })
}
