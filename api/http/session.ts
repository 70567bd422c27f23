import type { Request } from 'express'
import type { TeamId, UserId } from '#schemas/ids.ts'
import { deviceOf } from './device.ts'

/** Somebody who has given the right password and still owes the second factor; until when, in milliseconds. */
export type PendingSignIn = { userId: UserId; passwordVersion: number; remember: boolean; until: number }

/** The operator whose session this is while he works in somebody's name, and what he goes back to (D-64). */
export type Impersonator = { userId: UserId; epoch: number; teamId: TeamId | null; remember: boolean }

declare module 'express-session' {
  interface SessionData {
    userId: UserId
    /** The team that was chosen in this session, if any. */
    teamId?: TeamId
    /** All sessions of the user that began in an earlier epoch are over. */
    epoch: number
    device: string
    /** Milliseconds since 1970. */
    startedAt: number
    pending: PendingSignIn
    /** Set while an operator works in the name of the user whose rights the session has. */
    impersonator: Impersonator
  }
}

/** How long "remember me" keeps a browser signed in, in milliseconds: 30 days (D-80). */
const rememberedFor = 30 * 24 * 60 * 60 * 1000

/** Milliseconds in which the second factor must follow the password. */
const pendingFor = 10 * 60 * 1000

const done = (start: (callback: (error: unknown) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => start((error) => (error ? reject(error) : resolve())))

/** Fails where no session can be kept now, before anything is done that is to end in one. */
export const sessionsAnswer = (request: Request) => done((callback) => request.session.regenerate(callback))

/** Who signs in: `sessionEpoch` is that of the user at this moment. */
type Entering = { userId: UserId; sessionEpoch: number }

/**
 * Starts a session under a new id, so that one planted before sign-in is worth nothing. `teamId` null: the one that
 * was used last.
 */
export const startSession = async (
  request: Request,
  { userId, sessionEpoch }: Entering,
  teamId: TeamId | null,
  remember: boolean,
  impersonator?: Impersonator,
) => {
  await done((callback) => request.session.regenerate(callback))
  request.session.userId = userId
  if (impersonator) request.session.impersonator = impersonator
  if (teamId) request.session.teamId = teamId
  request.session.epoch = sessionEpoch
  const device = deviceOf(request.get('user-agent'))
  // The person sees such a session in their own list.
  request.session.device = impersonator ? `An operator: ${device}` : device
  request.session.startedAt = Date.now()
  if (remember) request.session.cookie.maxAge = rememberedFor
  await done((callback) => request.session.save(callback))
}

/** Goes on in a new session after all were ended: the one who did it stays. */
export const renewSession = async (request: Request, entering: Entering) => {
  if (request.session.userId !== entering.userId || request.session.impersonator) return
  const { teamId, cookie } = request.session
  await startSession(request, entering, teamId ?? null, cookie.originalMaxAge !== null)
}

/** Goes on in the name of `person`, until the operator stops (D-64). */
export const enterAs = (request: Request, person: Entering) => {
  const { userId, epoch, teamId, cookie } = request.session
  if (userId === undefined || epoch === undefined) throw new Error('Nobody is signed in')
  const impersonator = { userId, epoch, teamId: teamId ?? null, remember: cookie.originalMaxAge !== null }
  return startSession(request, person, null, false, impersonator)
}

/** Goes back to the operator's own session, in the team and for the time that it had. */
export const leavePerson = (request: Request, { userId, epoch, teamId, remember }: Impersonator) =>
  startSession(request, { userId, sessionEpoch: epoch }, teamId, remember)

/** Remembers that the password was right, under a new id and without any rights. */
export const awaitSecondFactor = async (request: Request, signIn: Omit<PendingSignIn, 'until'>) => {
  await done((callback) => request.session.regenerate(callback))
  request.session.pending = { ...signIn, until: Date.now() + pendingFor }
  await done((callback) => request.session.save(callback))
}

/** The sign-in whose second factor is still owed, while it counts. */
export const pendingSignIn = (request: Request): PendingSignIn | undefined => {
  const { pending } = request.session
  return pending && Date.now() < pending.until ? pending : undefined
}

export const endSession = (request: Request) => done((callback) => request.session.destroy(callback))
