import { z } from 'zod'
import { requiredText } from '#schemas/text/fields.ts'
import { endpoint } from '../endpoint.ts'
import { FactorMethod } from '../events/user.ts'
import { UserId } from '../ids.ts'
import { Redirect } from './registration.ts'

const code = z.object({ code: requiredText('code', 40) })

/**
 * Starts two-factor authentication, which is off until a first code is confirmed. `method` app: the code comes from an
 * authenticator, set up by `otpauth_url`. text: a first code is sent to the phone at once. The reset code is shown once
 * (D-09).
 */
export const startTwoFactor = endpoint('POST /settings/two-factor-auth', {
  summary: 'Start two-factor authentication',
  access: 'signed-in',
  caller: { confirmed: true },
  body: z.object({
    country_code: requiredText('country code', 5),
    phone: requiredText('phone', 32),
    method: FactorMethod.default('app'),
  }),
  response: z.object({ reset_code: z.string().length(40), otpauth_url: z.string().nullable() }),
  status: 201,
})

export const confirmTwoFactor = endpoint('POST /settings/two-factor-auth/confirm', {
  summary: 'Turn two-factor authentication on with a first code',
  access: 'signed-in',
  body: code,
})

export const turnTwoFactorOff = endpoint('DELETE /settings/two-factor-auth', {
  summary: 'Turn two-factor authentication off',
  access: 'signed-in',
  caller: { confirmed: true },
})

/** A wrong code is 422 under `code`; a code is valid once. After five wrong ones the password is asked for again. */
export const giveCode = endpoint('POST /login/token', {
  cache: { whileBehind: true },
  summary: 'Finish signing in with a code of the second factor',
  access: 'public',
  body: code,
  response: Redirect,
})

export const sendCodeAgain = endpoint('POST /login/token/text', {
  cache: { whileBehind: true },
  summary: 'Send another code by text message; the one before is void',
  access: 'public',
})

export const giveResetCode = endpoint('POST /login/reset-code', {
  summary: 'Finish signing in with the reset code, which turns two-factor authentication off',
  access: 'public',
  body: code,
  response: Redirect,
})

/**
 * For a user who has lost both phone and reset code. The former code is void; the new one is shown once, and the user
 * is notified.
 */
export const replaceResetCode = endpoint('POST /spark/kiosk/users/{id}/two-factor-reset-code', {
  summary: 'Give out a new reset code for a user with two-factor authentication',
  access: 'operator',
  caller: { confirmed: true },
  params: z.object({ id: UserId }),
  response: z.object({ reset_code: z.string().length(40) }),
  status: 201,
})
