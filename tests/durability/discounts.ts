import type { TeamId } from '#schemas/ids.ts'
import { giveTeamDiscount } from '#schemas/resources/kiosk-discounts.ts'
import { signIn } from '#schemas/resources/sessions.ts'
import type { Installation } from '#tests/support/product.ts'
import { type Member, password } from '#tests/support/teams.ts'
import { anyOf, sandboxStripe } from './trouble.ts'

/** Coupons that payers redeem: of each kind, and in percent and in money. */
export const coupons = [
  { id: 'FIRST', percent_off: 10, duration: 'once' },
  { id: 'SEASON', percent_off: 33.5, duration: 'repeating', duration_in_months: 3 },
  { id: 'ALWAYS', amount_off: 350, currency: 'gbp', duration: 'forever' },
] as const

export const makeCoupons = async (place: Installation): Promise<void> => {
  const stripe = sandboxStripe(place)
  for (const coupon of coupons) await stripe.coupons.create(coupon)
}

/** The discounts that an operator may give a team. */
const gifts = [
  { type: 'percent', value: '25', duration: 'once' },
  { type: 'amount', value: '4.99', duration: 'repeating', months: '2' },
  { type: 'percent', value: '7.5', duration: 'forever' },
] as const

/** Gives a team a discount, as an operator; whether it was taken: another order may be under way, or something be away. */
export const giveAny = async (operator: Member, id: TeamId): Promise<boolean> => {
  const path = giveTeamDiscount.path.replace('{id}', id)
  // A session may have ended with Redis; operators' paths are not found without one.
  const signingIn = { json: { email: operator.email, password } }
  try {
    await operator.request('POST', signIn.path, signingIn)
    return (await operator.request('POST', path, { json: anyOf(gifts) })).status < 300
  } catch {
    return false
  }
}
