import { type SessionData, Store } from 'express-session'
import { nameOfSession } from './session-store.ts'
import type { SessionStore } from './shared-stores.ts'

/** Sessions that are not extended by being read. */
export class UnusedSessions extends Store {
  readonly #sessions: SessionStore

  constructor(sessions: SessionStore) {
    super()
    this.#sessions = sessions
  }

  override get(sessionId: string, callback: (error: unknown, session?: SessionData | null) => void): void {
    this.#sessions.named(nameOfSession(sessionId)).then((session) => callback(null, session), callback)
  }

  override set(sessionId: string, session: SessionData, callback?: (error?: unknown) => void): void {
    this.#sessions.set(sessionId, session, callback)
  }

  override destroy(sessionId: string, callback?: (error?: unknown) => void): void {
    this.#sessions.destroy(sessionId, callback)
  }
}
