import { z } from 'zod'
import { billingAddressFields } from '#schemas/billing/billing-address.ts'
import { cardFields } from '#schemas/billing/payment-token.ts'
import { slugPattern } from '#schemas/records/team-slug.ts'
import { confirmed, newPassword } from '#schemas/rights/password.ts'
import { emailField, nameText, optionalName, optionalText } from '#schemas/text/fields.ts'
import { endpoint } from '../endpoint.ts'
import { TeamInvitationId } from '../ids.ts'

export const invalidPlan = 'The selected plan is invalid.'

type TeamFields = { team: string | null; team_slug: string | null; invitation: string | null }

/** Arguments of `refine` which validate a new team even if other fields are invalid. */
const ofOwnTeam = (field: 'team' | 'team_slug', isRight: (form: TeamFields) => boolean, error: string) =>
  [
    (form: TeamFields) => form.invitation !== null || isRight(form),
    {
      path: [field] as PropertyKey[],
      error,
      when: ({ issues }: { issues: readonly { path?: PropertyKey[] | undefined }[] }) =>
        !issues.some(({ path }) => path?.[0] === field || path?.length === 0),
    },
  ] as const

export const Registration = z
  .object({
    name: nameText(),
    email: emailField(),
    ...newPassword,
    /** Not required to join a team by invitation. */
    team: optionalName('team'),
    team_slug: optionalText('team slug'),
    /** The code of a mailed invitation to join a team (D-24). */
    invitation: optionalText('invitation', 64),
    /** The id of an operator's invitation to found a team. */
    team_invitation: z
      .union([z.literal('').transform(() => null), TeamInvitationId])
      .nullish()
      .transform((id) => id ?? null),
    /** A plan of the plans file; `invalidPlan` for another, and for one with a price of somebody who joins a team. */
    plan: z.string({ error: invalidPlan }).max(64, invalidPlan).nullish(),
    /** For a plan with a price, which is paid for before there is an account; without one the trial begins. */
    ...cardFields,
    /** Counts with a card. */
    coupon: optionalText('coupon', 64),
    ...billingAddressFields,
    terms: z.literal(true, { error: 'The terms must be accepted.' }),
  })
  .refine(...confirmed)
  .refine(...ofOwnTeam('team', ({ team }) => team !== null, 'The team field is required.'))
  .refine(...ofOwnTeam('team_slug', ({ team_slug: slug }) => slug !== null, 'The team slug field is required.'))
  .refine(
    ...ofOwnTeam(
      'team_slug',
      ({ team_slug: slug }) => slugPattern.test(slug ?? ''),
      'The team slug may only contain letters, numbers, dashes and underscores.',
    ),
  )
export type Registration = z.infer<typeof Registration>

/** The page to open next. */
export const Redirect = z.object({ redirect: z.string() })

export const register = endpoint('POST /register', {
  summary: 'Register a user with a team of their own and sign them in',
  access: 'public',
  body: Registration,
  response: Redirect,
  status: 201,
})
