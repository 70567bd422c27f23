import { isFree, plansFor } from '#schemas/billing/plan-choice.ts'
import type { Plan } from '#schemas/billing/plans.ts'
import type { Billing } from '#schemas/resources/billable.ts'

type Subscription = Billing['subscriptions'][number]

/** The subscription that counts, while its plan does. */
export const liveSubscription = ({ subscriptions }: Pick<Billing, 'subscriptions'>): Subscription | undefined =>
  subscriptions.find(({ name, status }) => name === 'default' && status !== 'ended')

/** The plan of the live subscription; undefined without one, and for a plan that is no longer configured. */
export const activePlan = (plans: readonly Plan[], billing: Pick<Billing, 'subscriptions'>): Plan | undefined => {
  const live = liveSubscription(billing)
  return live && plans.find(({ id }) => id === live.provider_plan)
}

/** The plans that a team or a user may choose from. */
export const offeredPlans = (plans: readonly Plan[], kind: Plan['type'], interval: Plan['interval']): Plan[] =>
  plansFor(plans, interval).filter(({ type }) => type === kind)

/** The plan whose limits apply without a subscription. */
export const freePlan = (plans: readonly Plan[], kind: Plan['type']): Plan | undefined =>
  plans.find((plan) => plan.type === kind && isFree(plan))

/** The badge of an account and its colour; grace comes first, then trial, then active (D-15). */
export const badgeOf = ({ grace, trial, active }: Billing['state']): { text: string; color: string } => {
  if (grace) return { text: 'On grace period', color: 'orange' }
  if (trial) return { text: 'On trial', color: 'blue' }
  return active ? { text: 'Active', color: 'green' } : { text: 'Needs subscription', color: 'gray' }
}

const day = 24 * 60 * 60 * 1000

/** Whole or begun days until an instant; 0 once it has passed. */
export const daysUntil = (instant: string, now: number = Date.now()): number =>
  Math.max(0, Math.ceil((Date.parse(instant) - now) / day))

const brands: Record<string, string> = {
  paypal: 'PayPal',
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
}

/** A card in words: 'Visa ending in 4242'; of a wallet its name, for it has no digits. */
export const cardName = (brand: string, lastFour: string | null): string =>
  lastFour === '' ? (brands[brand] ?? 'Wallet') : `${brands[brand] ?? 'Card'} ending in ${lastFour ?? '••••'}`
