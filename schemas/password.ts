import { z } from 'zod'

/** How long a mailed link to set a new password counts, in milliseconds. */
export const resetLasts = 60 * 60 * 1000

/** Calls of one caller that may have a password compared or hashed at once: each takes a core for a while. */
export const passwordsAtOnce = 100

/** A password that somebody types to prove who they are; it is compared, never judged. */
export const typedPassword = (field = 'password') => {
  const required = `The ${field.replaceAll('_', ' ')} field is required.`
  return z.string({ error: required }).min(1, required).max(255)
}

/** The two fields of a new password; that it is no common one is checked by the server (D-53). */
export const newPassword = {
  password: z
    .string({ error: 'The password field is required.' })
    .min(1, 'The password field is required.')
    .min(8, 'The password must be at least 8 characters.')
    .max(255, 'The password may not be greater than 255 characters.'),
  password_confirmation: z.string({ error: 'The password confirmation field is required.' }),
}

/** What `refine` needs so that both fields of a new password hold the same. */
export const confirmed = [
  (form: { password: string; password_confirmation: string }) => form.password === form.password_confirmation,
  {
    path: ['password'] as PropertyKey[],
    error: 'The password confirmation does not match.',
    when: ({ issues }: { issues: readonly { path?: PropertyKey[] | undefined }[] }) =>
      !issues.some((issue) => issue.path?.[0] === 'password'),
  },
] as const
