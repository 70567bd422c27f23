import type Stripe from 'stripe'
import type { OrderedPlan } from '#schemas/events/billing-order.ts'

const intervals = { monthly: 'month', yearly: 'year' } as const

const isFor = (price: Stripe.Price, { unitMinor, currency, interval }: OrderedPlan): boolean =>
  price.unit_amount === unitMinor &&
  price.currency === currency &&
  price.recurring?.interval === intervals[interval] &&
  price.recurring.interval_count === 1

/**
 * The price of a plan, by its lookup key, which is the plan's id. A missing one is made. When a plan's price has
 * changed, the key moves to a new price, and those who subscribed before keep theirs. `making` has the call's key.
 */
export const priceOf = async (stripe: Stripe, plan: OrderedPlan, making: Stripe.RequestOptions): Promise<string> => {
  const { data } = await stripe.prices.list({ lookup_keys: [plan.id], active: true, limit: 1 })
  const found = data.find((price) => isFor(price, plan))
  if (found) return found.id
  const { id, name, unitMinor, currency, interval } = plan
  const made = await stripe.prices.create(
    {
      currency,
      unit_amount: unitMinor,
      recurring: { interval: intervals[interval] },
      lookup_key: id,
      transfer_lookup_key: true,
      metadata: { plan: id },
      product_data: { name, metadata: { plan: id } },
    },
    making,
  )
  return made.id
}
