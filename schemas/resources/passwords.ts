import { z } from 'zod'
import { confirmed, newPassword, typedPassword } from '#schemas/rights/password.ts'
import { emailField } from '#schemas/text/fields.ts'
import { endpoint } from '../endpoint.ts'
import { Redirect } from './registration.ts'

export const revokeTokens = z
  .boolean()
  .default(false)
  .meta({ description: "True ends the user's API tokens as well; left out: as it is." })

/** Ends every other session of the user (D-53). */
export const changePassword = endpoint('PUT /settings/password', {
  summary: 'Change the password',
  access: 'signed-in',
  body: z
    .object({ current_password: typedPassword('current_password'), ...newPassword, revoke_tokens: revokeTokens })
    .refine(...confirmed),
})

/** The answer is the same whether or not a user has the address (D-80). */
export const requestPasswordReset = endpoint('POST /password/email', {
  summary: 'Mail a link to set a new password',
  access: 'public',
  body: z.object({ email: emailField() }),
})

/** The link is valid once and for an hour; every session of the user ends. */
export const resetPassword = endpoint('POST /password/reset', {
  summary: 'Set a new password with a mailed link',
  access: 'public',
  body: z.object({ token: z.string().max(255), ...newPassword, revoke_tokens: revokeTokens }).refine(...confirmed),
  response: Redirect,
})
