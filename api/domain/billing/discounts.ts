import type { Billable } from '#schemas/billing/billable.ts'
import {
  OPERATORS_DISCOUNT,
  type ProviderDiscount,
  type ProviderSnapshot,
  type ProviderSubscription,
} from '#schemas/billing/provider-snapshot.ts'
import type { BillingEvent } from '#schemas/events/billing-account.ts'
import type { DiscountTerms } from '#schemas/events/discount.ts'
import { type Billing, liveSubscription } from './state.ts'

type Seen = { billable: Billable; at: string }

/** A coupon is redeemed once by each billable; what operators give is no coupon of theirs. */
const redeemed = ({ redeemed: known }: Billing, { billable }: Seen, terms: DiscountTerms): BillingEvent[] => {
  const { source, couponId, code } = terms
  if (source === 'operator' || known.has(couponId)) return []
  return [{ type: 'CouponRedeemed', data: { billable, couponId, code } }]
}

const applied = (billing: Billing, seen: Seen, discount: ProviderDiscount): BillingEvent[] => [
  ...redeemed(billing, seen, discount),
  { type: 'DiscountApplied', data: { billable: seen.billable, ...discount } },
]

const ended = ({ billable, at }: Seen, { couponId }: DiscountTerms): BillingEvent => ({
  type: 'DiscountEnded',
  data: { billable, couponId, at },
})

/** A discount that waits until there is a subscription (D-97, P-6); it takes the place of another (P-7). */
export const waiting = (billing: Billing, seen: Seen, terms: DiscountTerms): BillingEvent[] => [
  ...redeemed(billing, seen, terms),
  { type: 'DiscountWaits', data: { billable: seen.billable, ...terms } },
]

/** A coupon that waits and that the provider refuses is given up: its holder could not subscribe as long as it waits. */
export const givenUp = ({ discount, order }: Billing, seen: Seen, refusal: string): BillingEvent[] => {
  const isRefused = refusal === 'coupon' && discount?.couponId === order?.discount?.couponId
  return isRefused && discount?.waits && discount.source === 'coupon' ? [ended(seen, discount)] : []
}

/**
 * A discount as the log names it. Where a provider has one name for whatever operators give, it is the one that is known,
 * or that of the order that was just carried out.
 */
export const named = (
  { discount: known }: Pick<Billing, 'discount'>,
  discount: ProviderDiscount,
  ordered: DiscountTerms | null = null,
): ProviderDiscount => {
  if (discount.couponId !== OPERATORS_DISCOUNT) return discount
  const terms = ordered?.source === 'operator' ? ordered : known?.waits ? null : known
  if (terms?.source !== 'operator') return discount
  const { couponId, percentOff, amountMinor, currency, duration, months } = terms
  return { ...discount, couponId, percentOff, amountMinor, currency, duration, months }
}

/** The same of all subscriptions, after an order that gives one. */
export const withNames = <Snapshot extends Pick<ProviderSnapshot, 'subscriptions'>>(
  billing: Billing,
  snapshot: Snapshot,
  ordered: DiscountTerms | null,
): Snapshot => ({
  ...snapshot,
  subscriptions: snapshot.subscriptions.map((each) => ({
    ...each,
    discount: each.discount && named(billing, each.discount, ordered),
  })),
})

/** Where the discount of the subscription at the provider is another than the log knows. */
export const discountDifferences = (
  billing: Billing,
  subscriptions: readonly ProviderSubscription[],
  seen: Seen,
): BillingEvent[] => {
  const { discount: known } = billing
  const was = known && !known.waits ? known : null
  const live = liveSubscription(billing)
  if (live === null) return was ? [ended(seen, was)] : []
  const target = subscriptions.find(({ id }) => id === live.subscriptionId)
  if (!target) return []
  const { discount: now } = target
  if (now === null) return was ? [ended(seen, was)] : []
  return was?.couponId === now.couponId && was.endsAt === now.endsAt ? [] : applied(billing, seen, now)
}

/** It counted for an invoice that was issued at once, and is gone. */
const passed = (billing: Billing, seen: Seen, terms: DiscountTerms): BillingEvent[] => [
  ...applied(billing, seen, { ...terms, endsAt: null }),
  ended(seen, terms),
]

/** The discount after a finished order, where the provider shows no more of it. */
export const discountOfOrder = (billing: Billing, order: Billing['order'], seen: Seen): BillingEvent[] => {
  const terms = order?.discount ?? null
  if (terms === null) return []
  const { discount: known } = billing
  const isKnown = known?.couponId === terms.couponId
  if (liveSubscription(billing) === null) return isKnown ? [] : waiting(billing, seen, terms)
  const isOver = !isKnown && billing.redeemed.has(terms.couponId)
  return isOver || (isKnown && !known.waits) ? [] : passed(billing, seen, terms)
}
