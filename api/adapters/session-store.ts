import { createHash } from 'node:crypto'
import { type SessionData, Store } from 'express-session'
import type { Redis } from 'ioredis'
import type { UserId } from '#schemas/ids.ts'

/** Seconds that a session lives without a request where its cookie has no end of its own: 12 hours. */
const idleSeconds = 12 * 60 * 60

/** Milliseconds in which a session is prolonged once, however many requests come: the answer waits for it. */
const prolongedEvery = 60_000

/** Sessions of which a process remembers when it prolonged them. */
const mostRemembered = 50_000

/** Seconds after which nothing of a user's sessions can be left: the longest cookie is shorter. */
const longestSeconds = 40 * 24 * 60 * 60

/** The session's id opens it, so Redis holds only its hash; it names the session to others. */
export const nameOfSession = (sessionId: string): string => createHash('sha256').update(sessionId).digest('base64url')

const keyOf = (name: string): string => `session:${name}`
const listOf = (userId: UserId): string => `sessions-of:${userId}`

const secondsOf = ({ cookie }: SessionData): number =>
  cookie.originalMaxAge ? Math.ceil(cookie.originalMaxAge / 1000) : idleSeconds

/** Where the names of sessions that were ended are told to every process. */
const endedSessions = 'sessions-ended'

/** Calls back with the name of each session that is ended, in whichever process; answers how to stop that. */
export const hearEndedSessions = (redis: Redis, listener: (name: string) => void): (() => void) => {
  const hearing = redis.duplicate()
  hearing.on('error', () => {})
  hearing.on('ready', () => void hearing.subscribe(endedSessions).catch(() => {}))
  hearing.on('message', (_channel, name) => listener(name))
  return () => hearing.disconnect()
}

/** One session as its user sees it; both times are UTC instants. */
export type ListedSession = { name: string; device: string; startedAt: string; lastSeenAt: string }

/** Sessions in Redis: losing it signs people out and nothing else. */
export class RedisSessionStore extends Store {
  readonly #redis: Redis
  /** When each session was prolonged last by this process, in milliseconds. */
  readonly #prolonged = new Map<string, number>()

  constructor(redis: Redis) {
    super()
    this.#redis = redis
  }

  override get(sessionId: string, callback: (error: unknown, session?: SessionData | null) => void): void {
    this.named(nameOfSession(sessionId)).then((session) => callback(null, session), callback)
  }

  override set(sessionId: string, session: SessionData, callback: (error?: unknown) => void = () => {}): void {
    const name = nameOfSession(sessionId)
    const writing = this.#redis.multi().set(keyOf(name), JSON.stringify(session), 'EX', secondsOf(session))
    if (session.userId) writing.sadd(listOf(session.userId), name).expire(listOf(session.userId), longestSeconds)
    writing.exec().then(() => callback(), callback)
  }

  override touch(sessionId: string, session: SessionData, callback: (error?: unknown) => void = () => {}): void {
    const [name, now] = [nameOfSession(sessionId), Date.now()]
    if (now - (this.#prolonged.get(name) ?? 0) < prolongedEvery) return void callback()
    if (this.#prolonged.size >= mostRemembered) this.#prolonged.clear()
    this.#prolonged.set(name, now)
    this.#redis.expire(keyOf(name), secondsOf(session)).then(() => callback(), callback)
  }

  override destroy(sessionId: string, callback: (error?: unknown) => void = () => {}): void {
    this.#drop(nameOfSession(sessionId)).then(() => callback(), callback)
  }

  /** A session by its name; null where there is none (any more). */
  async named(name: string): Promise<SessionData | null> {
    const text = await this.#redis.get(keyOf(name))
    return text ? JSON.parse(text) : null
  }

  /** Sessions of a user that are still open in `epoch`, the one used last first. */
  async listOf(userId: UserId, epoch: number): Promise<ListedSession[]> {
    const names = await this.#redis.smembers(listOf(userId))
    const found = await Promise.all(names.map((name) => this.#listed(name, userId, epoch)))
    const gone = names.filter((_, index) => !found[index])
    if (gone.length > 0) await this.#redis.srem(listOf(userId), ...gone)
    return found
      .filter((session) => session !== undefined)
      .sort((one, other) => other.lastSeenAt.localeCompare(one.lastSeenAt))
  }

  /** Ends one session of a user; false where they have none of this name. */
  async end(userId: UserId, name: string): Promise<boolean> {
    const mine = await this.#redis.srem(listOf(userId), name)
    if (mine > 0) await this.#drop(name)
    return mine > 0
  }

  /** Ends every session of a user; answers the names that they had. */
  async endAll(userId: UserId): Promise<string[]> {
    const names = await this.#redis.smembers(listOf(userId))
    await this.#redis.del(listOf(userId), ...names.map(keyOf))
    return names
  }

  async #drop(name: string): Promise<void> {
    await this.#redis.multi().del(keyOf(name)).publish(endedSessions, name).exec()
  }

  async #listed(name: string, userId: UserId, epoch: number): Promise<ListedSession | undefined> {
    const session = await this.named(name)
    if (session?.userId !== userId || session.epoch < epoch) return undefined
    // Requests put the end of the session off by the same time: what is left of it tells, to the minute, when the last
    // one was.
    const secondsLeft = await this.#redis.ttl(keyOf(name))
    const lastSeen = Date.now() - (secondsOf(session) - secondsLeft) * 1000
    return {
      name,
      device: session.device,
      startedAt: new Date(session.startedAt).toISOString(),
      lastSeenAt: new Date(Math.max(lastSeen, session.startedAt)).toISOString(),
    }
  }
}
