import { type SessionData, Store } from 'express-session'
import { nameOfSession } from '#api/adapters/session-store.ts'
import type { SessionStore } from '#api/adapters/shared-stores.ts'
import { isOver } from '#schemas/time/session-life.ts'

/** A stored session: its JSON, and the time of its last use in milliseconds since 1970. */
type Kept = { text: string; lastSeen: number }

/** Sessions in memory, which do not expire without use; `onEnd` is called with the name of each ended one. */
export class MemorySessionStore extends Store implements SessionStore {
  readonly #kept = new Map<string, Kept>()
  readonly #onEnd: (name: string) => void

  constructor(onEnd: (name: string) => void) {
    super()
    this.#onEnd = onEnd
  }

  override get(sessionId: string, callback: (error: unknown, session?: SessionData | null) => void): void {
    this.named(nameOfSession(sessionId)).then((session) => callback(null, session), callback)
  }

  override set(sessionId: string, session: SessionData, callback: (error?: unknown) => void = () => {}): void {
    this.#kept.set(nameOfSession(sessionId), { text: JSON.stringify(session), lastSeen: Date.now() })
    setImmediate(callback)
  }

  override touch(sessionId: string, _session: SessionData, callback: (error?: unknown) => void = () => {}): void {
    const kept = this.#kept.get(nameOfSession(sessionId))
    if (kept) kept.lastSeen = Date.now()
    setImmediate(callback)
  }

  override destroy(sessionId: string, callback: (error?: unknown) => void = () => {}): void {
    this.#drop(nameOfSession(sessionId))
    setImmediate(callback)
  }

  async named(name: string): Promise<SessionData | null> {
    const kept = this.#kept.get(name)
    const session: SessionData | null = kept ? JSON.parse(kept.text) : null
    return session && !isOver(session, Date.now()) ? session : null
  }

  async listOf(...[userId, epoch]: Parameters<SessionStore['listOf']>) {
    const sessions = [...this.#kept].map(([name, { text, lastSeen }]) => ({ name, lastSeen, data: JSON.parse(text) }))
    return sessions
      .filter(({ data }) => data.userId === userId && data.epoch >= epoch && !isOver(data, Date.now()))
      .sort((one, other) => other.lastSeen - one.lastSeen)
      .map(({ name, lastSeen, data }) => ({
        name,
        device: data.device,
        startedAt: new Date(data.startedAt).toISOString(),
        lastSeenAt: new Date(Math.max(lastSeen, data.startedAt)).toISOString(),
      }))
  }

  async end(...[userId, name]: Parameters<SessionStore['end']>): Promise<boolean> {
    const isTheirs = (await this.named(name))?.userId === userId
    if (isTheirs) this.#drop(name)
    return isTheirs
  }

  #drop(name: string): void {
    this.#kept.delete(name)
    this.#onEnd(name)
  }
}
