import { createHash } from 'node:crypto'
import { type SessionData, Store } from 'express-session'
import type { Redis } from 'ioredis'

/** Seconds that a session lives without a request where its cookie has no end of its own: 12 hours. */
const idleSeconds = 12 * 60 * 60

/** The session's id opens it, so Redis holds only its hash. */
const keyOf = (sessionId: string): string => `session:${createHash('sha256').update(sessionId).digest('base64url')}`

const secondsOf = ({ cookie }: SessionData): number =>
  cookie.originalMaxAge ? Math.ceil(cookie.originalMaxAge / 1000) : idleSeconds

/** Sessions in Redis: losing it signs people out and nothing else. */
export class RedisSessionStore extends Store {
  readonly #redis: Redis

  constructor(redis: Redis) {
    super()
    this.#redis = redis
  }

  override get(sessionId: string, callback: (error: unknown, session?: SessionData | null) => void): void {
    this.#redis.get(keyOf(sessionId)).then((text) => callback(null, text ? JSON.parse(text) : null), callback)
  }

  override set(sessionId: string, session: SessionData, callback: (error?: unknown) => void = () => {}): void {
    this.#redis
      .set(keyOf(sessionId), JSON.stringify(session), 'EX', secondsOf(session))
      .then(() => callback(), callback)
  }

  override touch(sessionId: string, session: SessionData, callback: (error?: unknown) => void = () => {}): void {
    this.#redis.expire(keyOf(sessionId), secondsOf(session)).then(() => callback(), callback)
  }

  override destroy(sessionId: string, callback: (error?: unknown) => void = () => {}): void {
    this.#redis.del(keyOf(sessionId)).then(() => callback(), callback)
  }
}
