import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { emailField, requiredText } from '../fields.ts'
import { FreePlan } from '../plans.ts'
import { slugPattern } from '../team-slug.ts'

const password = z
  .string({ error: 'The password field is required.' })
  .min(1, 'The password field is required.')
  .min(8, 'The password must be at least 8 characters.')
  .max(255, 'The password may not be greater than 255 characters.')

export const Registration = z
  .object({
    name: requiredText('name'),
    email: emailField(),
    password,
    password_confirmation: z.string({ error: 'The password confirmation field is required.' }),
    team: requiredText('team'),
    team_slug: requiredText('team slug').regex(
      slugPattern,
      'The team slug may only contain letters, numbers, dashes and underscores.',
    ),
    plan: FreePlan.nullish(),
    terms: z.literal(true, { error: 'The terms must be accepted.' }),
  })
  .refine((form) => form.password === form.password_confirmation, {
    path: ['password'],
    error: 'The password confirmation does not match.',
    when: ({ issues }) => !issues.some((issue) => issue.path?.[0] === 'password'),
  })
export type Registration = z.infer<typeof Registration>

/** Where the browser goes next (REG-15). */
export const Redirect = z.object({ redirect: z.string() })

export const register = endpoint({
  method: 'POST',
  path: '/register',
  summary: 'Register a user with a team of their own and sign them in',
  access: 'public',
  body: Registration,
  response: Redirect,
  status: 201,
})
