import { z } from 'zod'
import { billingAddressFields } from '../billing-address.ts'
import { endpoint } from '../endpoint.ts'
import { emailField, optionalText, requiredText } from '../fields.ts'
import { TeamInvitationId } from '../ids.ts'
import { confirmed, newPassword, passwordsAtOnce } from '../password.ts'
import { slugPattern } from '../team-slug.ts'

export const invalidPlan = 'The selected plan is invalid.'

/** Who joins no team founds one, with a name and a slug (REG-08). */
const teamNamed = ({
  value: form,
  issues,
}: z.core.ParsePayload<{ team: string | null; team_slug: string | null; invitation: string | null }>) => {
  if (form.invitation !== null) return
  const refuse = (path: 'team' | 'team_slug', message: string) =>
    issues.push({ code: 'custom', path: [path], message, input: form[path] })
  if (form.team === null) refuse('team', 'The team field is required.')
  if (form.team_slug === null) refuse('team_slug', 'The team slug field is required.')
  else if (!slugPattern.test(form.team_slug)) {
    refuse('team_slug', 'The team slug may only contain letters, numbers, dashes and underscores.')
  }
}

export const Registration = z
  .object({
    name: requiredText('name'),
    email: emailField(),
    ...newPassword,
    /** Not asked for by who joins a team by invitation. */
    team: optionalText('team'),
    team_slug: optionalText('team slug'),
    /** The code of a mailed invitation to join a team (D-24). */
    invitation: optionalText('invitation', 64),
    /** The id of an operator's invitation to found one. */
    team_invitation: z
      .union([z.literal('').transform(() => null), TeamInvitationId])
      .nullish()
      .transform((id) => id ?? null),
    /** Which plans can be registered with, the plans file says; `invalidPlan` for another. */
    plan: z.string({ error: invalidPlan }).max(64, invalidPlan).nullish(),
    ...billingAddressFields,
    terms: z.literal(true, { error: 'The terms must be accepted.' }),
  })
  .refine(...confirmed)
  .check(teamNamed)
export type Registration = z.infer<typeof Registration>

/** Where the browser goes next (REG-15). */
export const Redirect = z.object({ redirect: z.string() })

export const register = endpoint({
  method: 'POST',
  path: '/register',
  summary: 'Register a user with a team of their own and sign them in',
  access: 'public',
  atOnce: passwordsAtOnce,
  body: Registration,
  response: Redirect,
  status: 201,
})
