import { z } from 'zod'

/** Lifetime of a mailed link to set a new password, in milliseconds. */
export const resetLasts = 60 * 60 * 1000

/** A password that proves an identity; it is compared, not validated. */
export const typedPassword = (field = 'password') => {
  const required = `The ${field.replaceAll('_', ' ')} field is required.`
  return z.string({ error: required }).min(1, required).max(255)
}

/** The two fields of a new password; the server checks that it is not a common one (D-53). */
export const newPassword = {
  password: z
    .string({ error: 'The password field is required.' })
    .min(1, 'The password field is required.')
    .min(8, 'The password must be at least 8 characters.')
    .max(255, 'The password may not be greater than 255 characters.'),
  password_confirmation: z.string({ error: 'The password confirmation field is required.' }),
}

/** Arguments of `refine` which require that both fields of a new password are equal. */
export const confirmed = [
  (form: { password: string; password_confirmation: string }) => form.password === form.password_confirmation,
  {
    path: ['password'] as PropertyKey[],
    error: 'The password confirmation does not match.',
    when: ({ issues }: { issues: readonly { path?: PropertyKey[] | undefined }[] }) =>
      !issues.some((issue) => issue.path?.[0] === 'password'),
  },
] as const
