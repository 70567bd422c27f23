import type { SessionData } from 'express-session'
import type { SessionStore } from '#api/adapters/shared-stores.ts'
import type { Caller } from './caller.ts'

/** The session cookie of a caller, without the position beside it; empty where there is none. */
export const sessionCookieOf = ({ cookie }: Pick<Caller, 'cookie'>): string =>
  /(?:^|; )(siteledger=[^;]+)/.exec(cookie() ?? '')?.[1] ?? ''

/** The id in the session cookie of a caller. */
const idOf = (caller: Caller): string => /=s(?::|%3A)([^.]+)\./.exec(caller.cookie() ?? '')?.[1] ?? ''

/** Changes what is stored of a caller's session, such as when it began. */
export const changeSession = async (store: SessionStore, caller: Caller, changes: Partial<SessionData>) => {
  const id = idOf(caller)
  const stored = await new Promise<SessionData>((resolve, reject) =>
    store.get(id, (error, session) => (session ? resolve(session) : reject(error ?? new Error('There is no session')))),
  )
  await new Promise<void>((resolve, reject) =>
    store.set(id, { ...stored, ...changes }, (error) => (error ? reject(error) : resolve())),
  )
}
