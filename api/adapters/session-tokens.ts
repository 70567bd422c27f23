import { createHash, randomBytes } from 'node:crypto'
import type { SessionData } from 'express-session'
import type { Redis } from 'ioredis'

/** Seconds that a session's API token is good for; the browser asks for a new one every 4 to 5 minutes (STATE2-43). */
export const sessionTokenSeconds = 10 * 60

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')
const sessionOf = (hash: string): string => `session-token:${hash}`
const currentOf = (sessionName: string): string => `session-token-of:${sessionName}`

/** API tokens of sessions (D-65): each session has one at a time, and Redis holds its hash alone. */
export const sessionTokens = (redis: Redis) => ({
  /** Gives the session a new token; the one before is void from now on. */
  rotate: async (sessionName: string): Promise<string> => {
    const token = randomBytes(30).toString('base64url')
    const previous = await redis.set(currentOf(sessionName), hashOf(token), 'EX', sessionTokenSeconds, 'GET')
    if (previous) await redis.del(sessionOf(previous))
    await redis.set(sessionOf(hashOf(token)), sessionName, 'EX', sessionTokenSeconds)
    return token
  },
  /** Voids the token of a session. */
  revoke: async (sessionName: string): Promise<void> => {
    const current = await redis.getdel(currentOf(sessionName))
    if (current) await redis.del(sessionOf(current))
  },
  /** Name of the session whose token this is; null for any other text. */
  sessionName: (token: string): Promise<string | null> => redis.get(sessionOf(hashOf(token))),
})
export type SessionTokens = ReturnType<typeof sessionTokens>

/** The session that a token belongs to; undefined for any other text, and once the session is over. */
export const findSessionBy =
  (tokens: SessionTokens, store: { named: (name: string) => Promise<SessionData | null> }) => async (token: string) => {
    const sessionName = await tokens.sessionName(token)
    const session = sessionName === null ? null : await store.named(sessionName)
    return sessionName !== null && session ? { kind: 'session' as const, sessionName, session } : undefined
  }
