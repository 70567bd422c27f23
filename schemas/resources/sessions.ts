import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { FactorMethod } from '../events/user.ts'
import { requiredText } from '../fields.ts'
import { passwordsAtOnce, typedPassword } from '../password.ts'
import { Redirect } from './registration.ts'

/**
 * Wrong is 422 under `email`, whatever was wrong. With two-factor on, the redirect leads to `/login/token`, and
 * `second_factor` tells what is asked for there (D-09).
 */
export const signIn = endpoint({
  method: 'POST',
  path: '/login',
  summary: 'Sign in with e-mail and password',
  about:
    'With `second_factor` in the answer nobody is signed in yet: POST /login/token with its code does that, or ' +
    'POST /login/reset-code with the reset code.',
  access: 'public',
  throttle: { tries: 5, by: 'email-and-address', counts: 'failures' },
  atOnce: passwordsAtOnce,
  body: z.object({
    email: requiredText('email'),
    password: typedPassword(),
    remember: z.boolean().default(false),
  }),
  response: Redirect.extend({ second_factor: FactorMethod.optional() }),
  status: 200,
})

export const signOut = endpoint({
  method: 'POST',
  path: '/logout',
  summary: 'Sign out',
  access: 'public',
  response: 'empty',
  status: 204,
})

export const signOutByLink = endpoint({
  method: 'GET',
  path: '/logout',
  summary: 'Sign out and go to the sign-in page',
  access: 'public',
  response: 'empty',
  status: 302,
})

/** One browser that is signed in; `id` opens nothing. */
export const Session = z.object({
  id: z.string(),
  device: z.string(),
  current: z.boolean(),
  started_at: z.iso.datetime(),
  last_seen_at: z.iso.datetime(),
})
export type Session = z.infer<typeof Session>

export const listSessions = endpoint({
  method: 'GET',
  path: '/settings/sessions',
  summary: 'Where the signed-in user is signed in, the one used last first',
  access: 'signed-in',
  response: z.array(Session),
  status: 200,
})

export const endOneSession = endpoint({
  method: 'DELETE',
  path: '/settings/sessions/{id}',
  summary: 'Sign out one browser',
  access: 'signed-in',
  params: z.object({ id: z.string().max(100) }),
  response: 'empty',
  status: 204,
})

export const endAllSessions = endpoint({
  method: 'DELETE',
  path: '/settings/sessions',
  summary: 'Sign out everywhere, here too',
  access: 'signed-in',
  response: 'empty',
  status: 204,
})

/** The token is a Bearer token with the rights of the session, until `expires_at` or the next rotation (D-65). */
export const refreshToken = endpoint({
  method: 'PUT',
  path: '/spark/token',
  summary: "Replace the session's API token",
  access: 'signed-in',
  unverified: true,
  response: z.object({ token: z.string(), expires_at: z.iso.datetime() }),
  status: 200,
})
