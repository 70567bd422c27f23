import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Failure } from '#cli/failure.ts'
import { GrantOver, refreshTokens } from './authorization-server.ts'
import { type AppProfile, type AppTokens, type Profiles, signInFirst } from './profiles.ts'

/** The credentials of requests. Both throw Failure where only another sign-in helps. */
export type Bearer = {
  /** The token of the next request. */
  token: () => Promise<string>
  /** A newer token than the one that was refused; undefined where there can be none. */
  newer: (refused: string) => Promise<string | undefined>
}

/** A token that is never renewed. */
export const fixedBearer = (token: string): Bearer => ({
  token: () => Promise.resolve(token),
  newer: () => Promise.resolve(undefined),
})

/** Milliseconds that another process may take. */
const patience = 60_000

/**
 * Does work that only one process at a time may do. The file holds nothing; the system frees its lock when a process
 * ends, however it ends. Throws Failure when another one takes too long.
 */
const underLock = async <Result>(file: string, work: () => Promise<Result>): Promise<Result> => {
  const lock = new DatabaseSync(file, { timeout: patience })
  try {
    try {
      lock.exec('BEGIN IMMEDIATE')
    } catch {
      throw new Failure('Another siteledger is still renewing its tokens. Try again in a moment.')
    }
    return await work()
  } finally {
    lock.close()
  }
}

/** Milliseconds before its end from which an access token is renewed, so that a call does not outlast it. */
const margin = 60_000

const isEnding = ({ expiresAt }: AppTokens): boolean => Date.parse(expiresAt) - margin <= Date.now()

/**
 * Renews the tokens of a profile. A refresh token that is used twice ends the sign-in, so calls share one renewal, and
 * processes take turns and look first whether another has renewed already.
 */
const renewingBearer = (profiles: Profiles, name: string, { url, tokens }: AppProfile): Bearer => {
  let current = tokens
  let renewal: Promise<void> | undefined

  const renew = (): Promise<AppTokens> =>
    underLock(join(dirname(profiles.path), 'tokens.lock'), async () => {
      const stored = profiles.one(name)
      // Signed out meanwhile, or in elsewhere.
      if (!('tokens' in stored) || stored.url !== url) throw signInFirst(name, 'Your sign-in has changed meanwhile.')
      if (stored.tokens.access !== current.access) return stored.tokens
      const next = await refreshTokens(url, stored.tokens.refresh).catch((error) => {
        throw error instanceof GrantOver ? signInFirst(name, 'Your sign-in is over.') : error
      })
      profiles.replace(name, { url, tokens: next })
      return next
    })

  const renewed = async (): Promise<string> => {
    renewal ??= renew()
      .then((next) => {
        current = next
      })
      .finally(() => {
        renewal = undefined
      })
    await renewal
    return current.access
  }

  return {
    token: () => (isEnding(current) ? renewed() : Promise.resolve(current.access)),
    newer: (refused) => (refused === current.access ? renewed() : Promise.resolve(current.access)),
  }
}

/** The bearer of the profile of that name, else of the current one. Throws Failure without one. */
export const bearerOf = (profiles: Profiles, name: string | undefined): Bearer => {
  const profile = profiles.one(name)
  return 'token' in profile ? fixedBearer(profile.token) : renewingBearer(profiles, name ?? profiles.current(), profile)
}
