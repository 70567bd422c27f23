import type braintree from 'braintree'
import type { DiscountTerms } from '#schemas/events/discount.ts'
import type { Gateway } from './braintree-client.ts'
import { creditAfter } from './braintree-credit.ts'
import {
  defaultMethod,
  type KnownTax,
  rateIn,
  taxField,
  wantedTax,
  withoutTax,
  withTax,
} from './braintree-customers.ts'
import { couponOf, discountChanges, given, taken } from './braintree-discounts.ts'
import { accepted, isRefusedFor, validations } from './braintree-errors.ts'
import { ensurePlan } from './braintree-plans.ts'
import { dateAtOrAfter, majorOf, minorOf } from './braintree-values.ts'
import { PaymentRefused, type Subscribing } from './payment-provider.ts'

/** The discount of an order: a coupon that exists, or one that an operator gives. */
const termsFor = async (gateway: Gateway, { coupon, discount, plan }: Subscribing): Promise<DiscountTerms | null> => {
  if (discount !== null || coupon === null) return discount
  const found = await couponOf(gateway, coupon, plan.currency)
  if (found === null) throw new PaymentRefused('coupon', `No such coupon: '${coupon}'`)
  return found
}

/** Begins a subscription under the id of its order; one that has it already was begun by an earlier try. */
export const subscribe = async (gateway: Gateway, subscribing: Subscribing, orderId: string): Promise<void> => {
  const { customerId, plan, trialEndsAt, tax, before } = subscribing
  const { billingFrequency: monthsEach } = await ensurePlan(gateway, plan)
  const customer = await gateway.customer.find(customerId)
  const { token: paymentMethodToken } = defaultMethod(customer)
  const taxed = taxField(wantedTax(tax))
  if (customer.lastName !== taxed.lastName) accepted(await gateway.customer.update(customerId, taxed))
  const priceMinor = withTax(plan.unitMinor * plan.quantity, tax.rate)
  const terms = await termsFor(gateway, subscribing)
  const discount = terms && given(terms, priceMinor, Number(monthsEach))
  const creditMinor = await creditAfter(gateway, before, new Date())
  const request: braintree.SubscriptionCreateRequest = {
    id: orderId,
    planId: plan.id,
    paymentMethodToken,
    price: majorOf(priceMinor),
    neverExpires: true,
    discounts: discountChanges(discount, taken(discount?.wantedMinor ?? 0, creditMinor, priceMinor)),
    options: { doNotInheritAddOnsOrDiscounts: true },
  }
  const first = trialEndsAt === null ? {} : { firstBillingDate: dateAtOrAfter(trialEndsAt) }
  const begun = await gateway.subscription.create({ ...request, ...first })
  // By Braintree's clock, which may be ahead of ours, the trial is over.
  const isLate = isRefusedFor(begun, validations.firstBillingDateIsPast)
  const answer = isLate ? await gateway.subscription.create(request) : begun
  if (!isRefusedFor(answer, validations.subscriptionIdIsTaken)) accepted(answer)
}

/** Charges another percentage of VAT from the next invoice on. */
export const repriced = async (gateway: Gateway, id: string, known: KnownTax, rate: number): Promise<void> => {
  const { planId, price } = await gateway.subscription.find(id)
  const plan = await gateway.plan.find(planId)
  const netMinor = withoutTax(minorOf(price), rateIn(minorOf(price), minorOf(plan.price), known))
  const wanted = withTax(netMinor, rate)
  if (wanted === minorOf(price)) return
  accepted(await gateway.subscription.update(id, { price: majorOf(wanted), options: { prorateCharges: false } }))
}
