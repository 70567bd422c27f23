import session, { type Store } from 'express-session'
import type { SessionStore } from '#api/adapters/shared-stores.ts'
import { UnusedSessions } from '#api/adapters/unused-sessions.ts'
import { nextOnce } from '#api/http/next-once.ts'
import { liveStream } from '#schemas/resources/live.ts'
import { refreshToken } from '#schemas/resources/sessions.ts'
import { sharePages } from '#schemas/resources/shares.ts'
import { health, ready } from '#schemas/resources/status.ts'
import { unattendedHeader } from '#schemas/time/session-life.ts'

/** The cookie that names a browser's session. `secure` is whether the application is reached by https. */
export type SessionCookie = { name: string; secret: string; secure: boolean }

const sessionsIn = (store: Store, { name, secret, secure }: SessionCookie) =>
  session({
    name,
    secret,
    // An https APP_URL implies a proxy that terminates TLS and sets X-Forwarded-Proto.
    ...(secure ? { proxy: true } : {}),
    store,
    resave: false,
    saveUninitialized: false,
    cookie: { httpOnly: true, sameSite: 'lax', secure, path: '/' },
  })

/** The calls that an open page repeats, whether or not somebody is there. */
const ofOpenPages: readonly string[] = [liveStream, refreshToken, health, ready].map(({ path }) => path)

/**
 * Loads the sessions of browsers alone: an `/api/` request with an `Authorization` header neither reads nor starts one,
 * nor does whoever follows a share link. Only a person extends theirs: a page that is open asks for changes and tokens
 * all night, which is no use of a session (D-101).
 */
export const browserSessions = (store: SessionStore, cookie: SessionCookie): ReturnType<typeof session> => {
  const attended = sessionsIn(store, cookie)
  const unattended = sessionsIn(new UnusedSessions(store), cookie)
  return (request, response, next) => {
    const { headers, path } = request
    if (path.startsWith(sharePages) || (headers.authorization !== undefined && path.startsWith('/api/'))) return next()
    // Images come with a list that was loaded again.
    const isImage = headers['sec-fetch-dest'] === 'image'
    const isUnattended = headers[unattendedHeader] !== undefined || isImage || ofOpenPages.includes(path)
    return (isUnattended ? unattended : attended)(request, response, nextOnce(request, next))
  }
}
