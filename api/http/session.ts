import type { Request } from 'express'
import type { TeamId, UserId } from '#schemas/ids.ts'

declare module 'express-session' {
  interface SessionData {
    userId: UserId
    teamId: TeamId
  }
}

/** How long "remember me" keeps a browser signed in, in milliseconds: 30 days (D-80). */
const rememberedFor = 30 * 24 * 60 * 60 * 1000

const done = (start: (callback: (error: unknown) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => start((error) => (error ? reject(error) : resolve())))

/** Starts a session under a new id, so that one planted before sign-in is worth nothing. */
export const startSession = async (request: Request, userId: UserId, teamId: TeamId, remember: boolean) => {
  await done((callback) => request.session.regenerate(callback))
  request.session.userId = userId
  request.session.teamId = teamId
  if (remember) request.session.cookie.maxAge = rememberedFor
  await done((callback) => request.session.save(callback))
}

export const endSession = (request: Request) => done((callback) => request.session.destroy(callback))
