import { z } from 'zod'
import { typedPassword } from '#schemas/rights/password.ts'
import { requiredText } from '#schemas/text/fields.ts'
import { endpoint } from '../endpoint.ts'
import { FactorMethod } from '../events/user.ts'
import { UserId } from '../ids.ts'
import { revokeTokens } from './passwords.ts'
import { Redirect } from './registration.ts'

/**
 * Every wrong input is 422 under `email`. With two-factor on, the redirect leads to `/login/token`, and `second_factor`
 * is the method that it asks for (D-09).
 */
export const signIn = endpoint('POST /login', {
  cache: { whileBehind: true },
  summary: 'Sign in with e-mail and password',
  about:
    'With `second_factor` in the answer nobody is signed in yet: POST /login/token with its code does that, or ' +
    'POST /login/reset-code with the reset code.',
  access: 'public',
  body: z.object({
    email: requiredText('email'),
    password: typedPassword(),
    remember: z.boolean().default(false),
  }),
  response: Redirect.extend({ second_factor: FactorMethod.optional() }),
})

/**
 * A wrong password is 422 under `password`, a wrong code under `code`. It counts for ten minutes in this session, as the
 * sign-in itself does (D-100).
 */
export const confirmIdentity = endpoint('POST /login/confirm', {
  cache: { whileBehind: true },
  summary: 'Give the password again, before a change that asks for it',
  about:
    'Such a change answers 403 with `confirm` until then. With `second_factor` in the answer nothing is confirmed yet: ' +
    'call it again with password and code. A code by text message is sent by the call without one.',
  access: 'signed-in',
  caller: { unverified: true },
  body: z.object({ password: typedPassword(), code: requiredText('code', 40).optional() }),
  response: z.object({ second_factor: FactorMethod.optional() }),
})

export const signOut = endpoint('POST /logout', { cache: { whileBehind: true }, summary: 'Sign out', access: 'public' })

export const signOutByLink = endpoint('GET /logout', {
  cache: { whileBehind: true },
  summary: 'Sign out and go to the sign-in page',
  access: 'public',
  caller: { fromOwnPages: 'or-typed' },
  status: 302,
})

/** One signed-in browser; `id` is no credential. */
export const Session = z.object({
  id: z.string(),
  device: z.string(),
  current: z.boolean(),
  started_at: z.iso.datetime(),
  last_seen_at: z.iso.datetime(),
})
export type Session = z.infer<typeof Session>

export const listSessions = endpoint('GET /settings/sessions', {
  summary: 'Where the signed-in user is signed in, the one used last first',
  access: 'signed-in',
  response: z.array(Session),
})

export const endOneSession = endpoint('DELETE /settings/sessions/{id}', {
  summary: 'Sign out one browser',
  access: 'signed-in',
  caller: { confirmed: true },
  params: z.object({ id: z.string().max(100) }),
})

export const endAllSessions = endpoint('DELETE /settings/sessions', {
  summary: 'Sign out everywhere, here too',
  access: 'signed-in',
  caller: { confirmed: true },
  body: z.object({ revoke_tokens: revokeTokens }),
})

/** For an account that somebody else may have got into; the user signs in again. API tokens stay. */
export const endSessionsOfUser = endpoint('DELETE /api/kiosk/users/{id}/sessions', {
  summary: 'Sign a user out everywhere',
  access: 'operator',
  params: z.object({ id: UserId }),
})

/** The token is a Bearer token with the rights of the session, until `expires_at` or the next rotation (D-65). */
export const refreshToken = endpoint('PUT /spark/token', {
  summary: "Replace the session's API token",
  access: 'signed-in',
  caller: { impersonated: 'The token ends with the session.', unverified: true },
  response: z.object({ token: z.string(), expires_at: z.iso.datetime() }),
})
