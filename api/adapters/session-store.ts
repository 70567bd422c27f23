import { createHash } from 'node:crypto'
import { type SessionData, Store } from 'express-session'
import type { Redis } from 'ioredis'
import type { UserId } from '#schemas/ids.ts'
import { idleFor, isOver } from '#schemas/time/session-life.ts'
import { type Digest, markedTexts } from './marked-texts.ts'
import { hear } from './redis.ts'

/** A session's expiry is extended at most once in this many milliseconds. */
const prolongedEvery = 60_000

/** How many sessions a process remembers the last extension of. */
const maxProlonged = 50_000

/** Seconds that a user's list of sessions lives: longer than any cookie. */
const longestSeconds = 40 * 24 * 60 * 60

/** A session is named by the hash of its id: the id grants access, so Redis does not hold it. */
export const nameOfSession = (sessionId: string): string => createHash('sha256').update(sessionId).digest('base64url')

const keyOf = (name: string): string => `session:${name}`
const listOf = (userId: UserId): string => `sessions-of:${userId}`

const secondsOf = ({ cookie }: SessionData): number => Math.ceil((cookie.originalMaxAge ?? idleFor) / 1000)

/** The channel that announces ended sessions to every process. */
const endedSessions = 'sessions-ended'

/** Calls back with the name of each session that is ended, in any process; returns a function that unsubscribes. */
export const onSessionEnded = (redis: Redis, listener: (name: string) => void): (() => void) =>
  hear(redis, endedSessions, listener)

/** One session as its user sees it; both times are UTC instants. */
export type ListedSession = { name: string; device: string; startedAt: string; lastSeenAt: string }

/**
 * Sessions in Redis: losing them signs people out and nothing else, and one that another program wrote there does not
 * count (see marked-texts.ts). There is no `touch`: with it express-session hashes the session and writes every
 * response in two parts. Reading a session extends it instead.
 */
export class RedisSessionStore extends Store {
  readonly #redis: Redis
  readonly #marked: ReturnType<typeof markedTexts>
  /** When this process last extended each session, in milliseconds. */
  readonly #prolonged = new Map<string, number>()

  constructor(redis: Redis, digest: Digest) {
    super()
    this.#redis = redis
    this.#marked = markedTexts(digest, 'stored-session')
  }

  override get(sessionId: string, callback: (error: unknown, session?: SessionData | null) => void): void {
    this.#used(nameOfSession(sessionId)).then((session) => callback(null, session), callback)
  }

  override set(sessionId: string, session: SessionData, callback: (error?: unknown) => void = () => {}): void {
    const name = nameOfSession(sessionId)
    const text = this.#marked.write(name, JSON.stringify(session))
    const writing = this.#redis.multi().set(keyOf(name), text, 'EX', secondsOf(session))
    if (session.userId) writing.sadd(listOf(session.userId), name).expire(listOf(session.userId), longestSeconds)
    writing.exec().then(() => callback(), callback)
  }

  override destroy(sessionId: string, callback: (error?: unknown) => void = () => {}): void {
    this.#drop(nameOfSession(sessionId)).then(() => callback(), callback)
  }

  /** A session by its name; null if there is none (any more), or if it has reached its end (D-101). */
  async named(name: string): Promise<SessionData | null> {
    const text = this.#marked.read(name, await this.#redis.get(keyOf(name)))
    const session: SessionData | null = text ? JSON.parse(text) : null
    return session && !isOver(session, Date.now()) ? session : null
  }

  /** The open sessions of a user in `epoch`, the one used last first. */
  async listOf(userId: UserId, epoch: number): Promise<ListedSession[]> {
    const names = await this.#redis.smembers(listOf(userId))
    const found = await Promise.all(names.map((name) => this.#listed(name, userId, epoch)))
    const gone = names.filter((_, index) => !found[index])
    if (gone.length > 0) await this.#redis.srem(listOf(userId), ...gone)
    return found
      .filter((session) => session !== undefined)
      .sort((one, other) => other.lastSeenAt.localeCompare(one.lastSeenAt))
  }

  /** Ends one session of a user; false if they have none with this name. */
  async end(userId: UserId, name: string): Promise<boolean> {
    const mine = await this.#redis.srem(listOf(userId), name)
    if (mine > 0) await this.#drop(name)
    return mine > 0
  }

  /** Ends every session of a user; returns their names. */
  async endAll(userId: UserId): Promise<string[]> {
    const names = await this.#redis.smembers(listOf(userId))
    await this.#redis.del(listOf(userId), ...names.map(keyOf))
    return names
  }

  /** Reads a session for a request, and extends it. */
  async #used(name: string): Promise<SessionData | null> {
    const session = await this.named(name)
    const now = Date.now()
    if (!session || now - (this.#prolonged.get(name) ?? 0) < prolongedEvery) return session
    if (this.#prolonged.size >= maxProlonged) this.#prolonged.clear()
    this.#prolonged.set(name, now)
    await this.#redis.expire(keyOf(name), secondsOf(session))
    return session
  }

  async #drop(name: string): Promise<void> {
    await this.#redis.multi().del(keyOf(name)).publish(endedSessions, name).exec()
  }

  async #listed(name: string, userId: UserId, epoch: number): Promise<ListedSession | undefined> {
    const session = await this.named(name)
    if (session?.userId !== userId || session.epoch < epoch) return undefined
    // Every request extends the session by the same time, so the time left gives the last request to the minute.
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
