import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { emailField, requiredText } from '../fields.ts'
import { confirmed, newPassword } from '../password.ts'
import { FreePlan } from '../plans.ts'
import { slugPattern } from '../team-slug.ts'

export const invalidPlan = 'The selected plan is invalid.'

export const Registration = z
  .object({
    name: requiredText('name'),
    email: emailField(),
    ...newPassword,
    team: requiredText('team'),
    team_slug: requiredText('team slug').regex(
      slugPattern,
      'The team slug may only contain letters, numbers, dashes and underscores.',
    ),
    /** Which plans can be registered with, the plans file says; `invalidPlan` for another. */
    plan: z.string({ error: invalidPlan }).max(64, invalidPlan).nullish(),
    terms: z.literal(true, { error: 'The terms must be accepted.' }),
  })
  .refine(...confirmed)
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
