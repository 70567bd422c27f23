import { z } from 'zod'
import { Role } from '#schemas/rights/ability-schemas.ts'
import { endpoint } from '../endpoint.ts'
import { TeamId, UserId } from '../ids.ts'
import { Billing } from './billable.ts'
import { Team } from './teams.ts'
import { CurrentUser } from './users.ts'

/** The revenue of invoices, with tax and without refunds, in major units (D-63), and the page of the customer. */
const money = {
  revenue: z.number(),
  /** The page of the customer at the payment provider; null where there is none (D-36). */
  provider_url: z.string().nullable(),
}

const UserProfile = z.object({
  user: CurrentUser.pick({
    id: true,
    name: true,
    email: true,
    country_code: true,
    phone: true,
    two_factor: true,
    photo_url: true,
    trial_ends_at: true,
  }).extend({
    email_verified: z.boolean(),
    /** Whether the address is one of an operator, who cannot be impersonated (D-64). */
    operator: z.boolean(),
    last_logged_in_at: z.iso.datetime().nullable(),
    created_at: z.iso.datetime().nullable(),
    ...Billing.pick({ subscriptions: true, state: true, stripe_id: true, braintree_id: true }).shape,
    teams: z.array(z.object({ id: TeamId, name: z.string(), role: Role })),
  }),
  ...money,
})
export type UserProfile = z.infer<typeof UserProfile>

const TeamProfile = z.object({
  team: Team.extend({
    /** Whether the owner's address is one of an operator, who cannot be impersonated (D-64). */
    owned_by_operator: z.boolean(),
    created_at: z.iso.datetime().nullable(),
    site_count: z.int().min(0),
    file_count: z.int().min(0),
    /** Bytes of all files, without those in the trash. */
    files_size: z.int().min(0),
  }),
  ...money,
})
export type TeamProfile = z.infer<typeof TeamProfile>

const ofOperators = { access: 'operator' } as const

export const showUserProfile = endpoint('GET /spark/kiosk/users/{id}/profile', {
  ...ofOperators,
  params: z.object({ id: UserId }),
  summary: 'A user, with their teams and what they and the teams they own have paid',
  response: UserProfile,
})

export const showTeamProfile = endpoint('GET /spark/kiosk/teams/{id}/profile', {
  ...ofOperators,
  params: z.object({ id: TeamId }),
  summary: 'A team as its owner sees it, with what it holds and has paid',
  response: TeamProfile,
})
