import { defaultPlans } from '#schemas/billing/plans.ts'
import type { CurrentUser } from '#schemas/resources/users.ts'
import type { fakeApi } from './fake-api.ts'

/** A signed-in user who pays for themselves with a Visa. */
const payer = (changes: Partial<CurrentUser> = {}): CurrentUser =>
  ({
    id: 'u1',
    name: 'Ann Archer',
    subscriptions: [],
    trial_ends_at: null,
    impersonated: false,
    operator: false,
    tax_rate: null,
    state: { active: false, trial: false, grace: false, needs_subscription: true },
    chosen_plan: null,
    card_brand: 'visa',
    card_last_four: '4242',
    extra_billing_information: null,
    vat_id: null,
    stripe_id: null,
    braintree_id: null,
    payment_action: null,
    billing_order: null,
    billing_country: 'GB',
    billing_address: null,
    billing_address_line_2: null,
    billing_city: null,
    billing_state: null,
    billing_zip: null,
    ...changes,
  }) as CurrentUser

/** The state of a payer while their Solo plan is active. */
export const onSolo = (changes: object = {}): Partial<CurrentUser> => ({
  state: { active: true, trial: false, grace: false, needs_subscription: false },
  subscriptions: [
    {
      name: 'default',
      provider_plan: 'solo-monthly',
      trial_ends_at: null,
      ends_at: null,
      quantity: 1,
      period_ends_at: '2026-12-22T12:00:00Z',
      status: 'active',
      ...changes,
    },
  ],
})

/** Answers what the tabs of a payer ask for; `show` changes what they are told from now on. */
export const givenPayer = (api: ReturnType<typeof fakeApi>, changes: Partial<CurrentUser> = {}) => {
  let user = payer(changes)
  api.on('GET /user/current', () => ({ body: user }))
  api.on('GET /spark/plans', () => ({ body: defaultPlans }))
  api.on('GET /coupon/user/u1', () => ({ status: 204 }))
  api.on('GET /settings/subscription/use', () => ({ body: { teams: 3, sites: 2, teamMembers: 1 } }))
  api.on('GET /teams', () => ({ body: [] }))
  api.on('GET /geocode/countries', () => ({
    body: [
      { code: 'DE', name: 'Germany' },
      { code: 'GB', name: 'United Kingdom' },
    ],
  }))
  for (const country of ['DE', 'GB']) api.on(`GET /geocode/states/${country}`, () => ({ body: [] }))
  return {
    show: (next: Partial<CurrentUser>) => {
      user = payer(next)
      return user
    },
  }
}
