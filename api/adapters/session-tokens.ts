import { randomBytes } from 'node:crypto'
import type { SessionData } from 'express-session'
import type { Redis } from 'ioredis'
import { tokenDigest } from './bearers.ts'
import { type Digest, markedTexts } from './marked-texts.ts'

/** Seconds that a session's API token is valid; the browser asks for a new one every 4 to 5 minutes. */
export const sessionTokenSeconds = 10 * 60

const sessionOf = (hash: string): string => `session-token:${hash}`
const currentOf = (sessionName: string): string => `session-token-of:${sessionName}`

/**
 * API tokens of sessions (D-65): each session has one at a time, and Redis holds only its hash, with a mark that no
 * other program can make.
 */
export const sessionTokens = (redis: Redis, digest: Digest) => {
  const marked = markedTexts(digest, 'session-token')
  return {
    /** Gives the session a new token and revokes the previous one. */
    rotate: async (sessionName: string): Promise<string> => {
      const token = randomBytes(30).toString('base64url')
      const hash = tokenDigest(token)
      const previous = await redis.set(currentOf(sessionName), hash, 'EX', sessionTokenSeconds, 'GET')
      if (previous) await redis.del(sessionOf(previous))
      await redis.set(sessionOf(hash), marked.write(hash, sessionName), 'EX', sessionTokenSeconds)
      return token
    },
    /** Revokes the token of a session. */
    revoke: async (sessionName: string): Promise<void> => {
      const current = await redis.getdel(currentOf(sessionName))
      if (current) await redis.del(sessionOf(current))
    },
    /** The name of the session with this token; null for any other text. */
    sessionName: async (token: string): Promise<string | null> => {
      const hash = tokenDigest(token)
      return marked.read(hash, await redis.get(sessionOf(hash)))
    },
  }
}
export type SessionTokens = ReturnType<typeof sessionTokens>

/** Finds the session of a token; undefined for any other text, and once the session has ended. */
export const findSessionBy =
  (tokens: SessionTokens, store: { named: (name: string) => Promise<SessionData | null> }) => async (token: string) => {
    const sessionName = await tokens.sessionName(token)
    const session = sessionName === null ? null : await store.named(sessionName)
    return sessionName !== null && session ? { kind: 'session' as const, sessionName, session } : undefined
  }
