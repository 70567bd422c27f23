import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { emailField } from '../fields.ts'
import { confirmed, newPassword, passwordsAtOnce, typedPassword } from '../password.ts'
import { Redirect } from './registration.ts'

/** Every other session of the user ends (D-53). */
export const changePassword = endpoint({
  method: 'PUT',
  path: '/settings/password',
  summary: 'Change the password',
  access: 'signed-in',
  inPerson: true,
  throttle: { tries: 5, by: 'user', counts: 'failures' },
  atOnce: passwordsAtOnce,
  body: z.object({ current_password: typedPassword('current_password'), ...newPassword }).refine(...confirmed),
  response: 'empty',
  status: 204,
})

/** The answer is the same whether or not anybody has that address (D-80). */
export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/password/email',
  summary: 'Mail a link to set a new password',
  access: 'public',
  throttle: { tries: 5, by: 'email-and-address', counts: 'all' },
  body: z.object({ email: emailField() }),
  response: 'empty',
  status: 204,
})

/** The link counts once and for an hour; every session of the user ends. */
export const resetPassword = endpoint({
  method: 'POST',
  path: '/password/reset',
  summary: 'Set a new password with a mailed link',
  access: 'public',
  throttle: { tries: 5, by: 'email-and-address', counts: 'failures' },
  atOnce: passwordsAtOnce,
  body: z.object({ token: z.string().max(255), ...newPassword }).refine(...confirmed),
  response: Redirect,
  status: 200,
})
