import type braintree from 'braintree'
import type { OrderedPlan } from '#schemas/events/billing-order.ts'
import type { Gateway } from './braintree-client.ts'
import { accepted, foundOrNull } from './braintree-errors.ts'
import { majorOf, minorOf } from './braintree-values.ts'

export type Plans = ReadonlyMap<string, braintree.Plan>

/** All plans, by their ids, which are ours. */
export const plansOf = async (gateway: Gateway): Promise<Plans> =>
  new Map((await gateway.plan.all()).map((plan) => [plan.id, plan]))

const months = { monthly: 1, yearly: 12 } as const

export const intervalOf = ({ billingFrequency }: Pick<braintree.Plan, 'billingFrequency'>): OrderedPlan['interval'] =>
  Number(billingFrequency) >= months.yearly ? 'yearly' : 'monthly'

/**
 * Sees to it that a plan is there under our id, at its price without VAT. A missing one is made; a price that has
 * changed counts for new subscriptions, and those who subscribed before keep theirs.
 */
export const ensurePlan = async (gateway: Gateway, plan: OrderedPlan): Promise<braintree.Plan> => {
  const { id, name, unitMinor, currency, interval } = plan
  const known = await foundOrNull(gateway.plan.find(id))
  if (known && minorOf(known.price) === unitMinor) return known
  const terms = { name, price: majorOf(unitMinor), currencyIsoCode: currency.toUpperCase() }
  const request = { ...terms, billingFrequency: months[interval] }
  if (known) accepted(await gateway.plan.update(id, request))
  else {
    const made = await gateway.plan.create({ ...request, id, neverExpires: true })
    // Another worker may have made it meanwhile.
    if (!made.success && !(await foundOrNull(gateway.plan.find(id)))) accepted(made)
  }
  return gateway.plan.find(id)
}
