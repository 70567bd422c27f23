import session, { type Store } from 'express-session'
import type { SessionStore } from '#api/adapters/shared-stores.ts'
import { UnusedSessions } from '#api/adapters/unused-sessions.ts'
import { usedByPeople } from '#api/http/unattended.ts'

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

/** Loads the session of a browser; only requests of a person extend it (D-101). */
export const browserSessions = (store: SessionStore, cookie: SessionCookie) =>
  usedByPeople(sessionsIn(store, cookie), sessionsIn(new UnusedSessions(store), cookie))
