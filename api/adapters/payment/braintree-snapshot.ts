import type braintree from 'braintree'
import type { ProviderCard, ProviderSnapshot, ProviderSubscription } from '#schemas/billing/provider-snapshot.ts'
import type { Gateway } from './braintree-client.ts'
import {
  type KnownTax,
  type Method,
  methodsOf,
  rateIn,
  subscriptionsOf,
  taxOf,
  withoutTax,
} from './braintree-customers.ts'
import { discountOf } from './braintree-discounts.ts'
import { foundOrNull } from './braintree-errors.ts'
import { intervalOf, type Plans, plansOf } from './braintree-plans.ts'
import { isPaid } from './braintree-transactions.ts'
import { endOf, instant, minorOf, startOf } from './braintree-values.ts'

const states: { [status in braintree.SubscriptionStatus]: ProviderSubscription['status'] } = {
  // It begins with the first charge, at the end of a trial.
  Pending: 'trialing',
  Active: 'active',
  'Past Due': 'past_due',
  Canceled: 'over',
  Expired: 'over',
}

/** In the words that Stripe has for them. */
const brandOf = (cardType: string): string => (cardType === 'American Express' ? 'amex' : cardType.toLowerCase())

const cardOf = (method: Method | undefined): ProviderCard | null => {
  if (!method) return null
  const { token: methodId } = method
  if (!('cardType' in method)) return { methodId, brand: 'paypal', lastFour: '', expiry: null }
  const { cardType, last4: lastFour, expirationYear: year, expirationMonth: month } = method
  return { methodId, brand: brandOf(cardType), lastFour, expiry: `${year}-${(month ?? '').padStart(2, '0')}` }
}

type Change = Partial<braintree.SubscriptionHistory> & { timestamp?: string }

/** Whether a renewal is owed, or it was given up because one was. The newest change of its state comes first. */
export const isUnpaid = ({ status, statusHistory = [] }: braintree.Subscription): boolean =>
  status === 'Past Due' || (status === 'Canceled' && statusHistory[1]?.status === 'Past Due')

export const endingOf = (subscription: braintree.Subscription) => {
  const { status, statusHistory = [], updatedAt } = subscription
  if (states[status] !== 'over') return { endedAt: null, endReason: 'cancelled' as const }
  const [last] = statusHistory as Change[]
  const endReason = isUnpaid(subscription) ? ('unpaid' as const) : ('cancelled' as const)
  return { endedAt: instant(last?.timestamp ?? updatedAt), endReason }
}

/** The end of the period that is paid for, or of the trial. */
export const periodEndOf = (subscription: braintree.Subscription): string => {
  const { status, billingPeriodEndDate: end, nextBillingDate, firstBillingDate, createdAt } = subscription
  if (status !== 'Pending' && end) return endOf(end)
  return startOf(firstBillingDate ?? nextBillingDate ?? createdAt)
}

/** When it ends because it was cancelled: after its last cycle. */
const cancellationOf = (subscription: braintree.Subscription) => {
  const { neverExpires, numberOfBillingCycles: cycles, currentBillingCycle: present, updatedAt } = subscription
  const isCancelled = !neverExpires && cycles != null && cycles <= present
  if (!isCancelled) return { cancelledAt: null, endsAt: null }
  return { cancelledAt: instant(updatedAt), endsAt: periodEndOf(subscription) }
}

const trialEndOf = ({ firstBillingDate, createdAt }: braintree.Subscription): string | null =>
  firstBillingDate && firstBillingDate.slice(0, 10) > createdAt.slice(0, 10) ? startOf(firstBillingDate) : null

/** A subscription, whose price at Braintree is with VAT; undefined for one of a plan that is not there. */
const subscriptionOf = (
  subscription: braintree.Subscription,
  tax: KnownTax,
  plans: Plans,
): ProviderSubscription | undefined => {
  const { id, planId, price, status, createdAt, transactions = [] } = subscription
  const plan = plans.get(planId)
  if (!plan) return undefined
  const minor = minorOf(price)
  const rate = rateIn(minor, minorOf(plan.price), tax)
  const currency = plan.currencyIsoCode.toLowerCase()
  return {
    id,
    status: states[status],
    plan: planId,
    unitMinor: withoutTax(minor, rate),
    interval: intervalOf(plan),
    quantity: 1,
    currency,
    startedAt: instant(createdAt),
    trialEndsAt: trialEndOf(subscription),
    periodEnd: periodEndOf(subscription),
    ...cancellationOf(subscription),
    ...endingOf(subscription),
    // Subscriptions are made under the ids of their orders.
    orderId: id,
    taxRate: rate,
    discount: discountOf(subscription, currency),
    wasPaid: transactions.some((each) => isPaid(each) && minorOf(each.amount) > 0),
    // A change that is not paid for is taken back at once, and a first charge that is declined leaves nothing.
    pendingPlan: null,
    obstacle: null,
  }
}

/**
 * The state of a customer. Braintree lists subscriptions under their methods of payment; `known` is looked up
 * by its id where it is not among them, as after the deletion of its method, which cancels it.
 */
export const snapshotIn = async (
  gateway: Gateway,
  customer: braintree.Customer,
  plans: Plans,
  known: string | null,
): Promise<ProviderSnapshot> => {
  const tax = taxOf(customer)
  const listed = subscriptionsOf(customer)
  const isListed = known === null || listed.some(({ id }) => id === known)
  const other = isListed ? null : await foundOrNull(gateway.subscription.find(known))
  return {
    card: cardOf(methodsOf(customer).find((each) => each.default)),
    reverseCharge: tax.reverseCharge,
    subscriptions: [...(other ? [other] : []), ...listed]
      .map((each) => subscriptionOf(each, tax, plans))
      .filter((each) => each !== undefined),
  }
}

/** The card and the subscriptions that Braintree knows of a customer now. */
export const snapshotOf = async (
  gateway: Gateway,
  customerId: string,
  known: string | null,
): Promise<ProviderSnapshot> =>
  snapshotIn(gateway, await gateway.customer.find(customerId), await plansOf(gateway), known)
