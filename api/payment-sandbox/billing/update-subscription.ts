import type Stripe from 'stripe'
import type { Context } from '../context.ts'
import { invalidRequest, noSuch } from '../errors.ts'
import { emit } from '../events.ts'
import type { UpdateSubscription } from '../subscription-parameters.ts'
import { idOf } from '../values.ts'
import { billSubscription } from './collect.ts'
import { discountsOf, endDiscount, redeem } from './discounts.ts'
import { voidLatest } from './invoices.ts'
import type { LineDraft } from './lines.ts'
import { intervalOf, periodEndAfter } from './periods.ts'
import { taxRatesOf } from './subscribe.ts'
import { changedItem, inPeriod, periodLine, priceWith } from './subscription-items.ts'
import { isOver, itemOf, paymentWithin, periodOf, putSubscription, withItem } from './subscription-state.ts'
import { prorationLines, putAside } from './waiting-lines.ts'

/** A change of what a subscription consists of, before it is carried out. */
type PlanChange = {
  changes: Pick<Stripe.Subscription, 'items'> & Partial<Stripe.Subscription>
  /** The proration lines of the change within the period. */
  prorations: LineDraft[]
  /** The lines of a period that begins with the change. */
  periodLines: LineDraft[]
  /** Whether there is an invoice at once. */
  billsNow: boolean
}

const nextItem = (context: Context, subscription: Stripe.Subscription, items: UpdateSubscription['items']) => {
  const before = itemOf(subscription)
  if (items === undefined) return before
  const [{ id, price: priceId, quantity = before.quantity ?? 1 }] = items
  if (id !== before.id) throw noSuch('subscription_item', id, 'items[0][id]')
  const price = priceWith(context, priceId, 'items[0][price]')
  if (price.currency === subscription.currency) return changedItem(before, price, quantity)
  throw invalidRequest(
    `The price specified only supports \`${price.currency}\`. This doesn't match the expected currency: \`${subscription.currency}\`.`,
  )
}

/** Works out what another price or quantity means. */
export const planChange = (
  context: Context,
  subscription: Stripe.Subscription,
  { items, proration_behavior: behavior }: Pick<UpdateSubscription, 'items' | 'proration_behavior'>,
): PlanChange => {
  const { now } = context
  const before = itemOf(subscription)
  const after = nextItem(context, subscription, items)
  const isTrial = subscription.status === 'trialing'
  const startsAnew = !isTrial && intervalOf(before.price) !== intervalOf(after.price)
  const isOther = before.price.id !== after.price.id || before.quantity !== after.quantity
  const prorations = isTrial || !isOther ? [] : prorationLines(context, subscription, startsAnew ? null : after)
  if (!startsAnew) {
    const billsNow = behavior === 'always_invoice' && prorations.length > 0
    return { changes: withItem(subscription, after), prorations, periodLines: [], billsNow }
  }
  const period = { start: now, end: periodEndAfter(now, now, after.price) }
  const item = inPeriod(after, period)
  const taxRates = subscription.default_tax_rates ?? []
  return {
    changes: { ...withItem(subscription, item), billing_cycle_anchor: now },
    prorations,
    periodLines: [periodLine(context, item, { period, taxRates })],
    billsNow: true,
  }
}

/** The discounts that a subscription is to have: those that it has end with new ones. */
const nextDiscounts = (
  context: Context,
  before: Stripe.Subscription,
  given: UpdateSubscription['discounts'],
): string[] => {
  if (given === undefined) return before.discounts.map(idOf)
  const next = redeem(context, given, before)
  for (const discount of discountsOf(context, before.discounts)) endDiscount(context, discount)
  return next.map(({ id }) => id)
}

/** Cancelling at the end of the period, and taking it back. */
const cancellationOf = (
  { now }: Context,
  before: Stripe.Subscription,
  isAtEnd: boolean | undefined,
  end: number,
): Partial<Stripe.Subscription> => {
  if (isAtEnd === undefined) return {}
  const none = { comment: null, feedback: null, feedback_option: null }
  return {
    cancel_at: isAtEnd ? end : null,
    cancel_at_period_end: isAtEnd,
    canceled_at: isAtEnd ? (before.canceled_at ?? now) : null,
    cancellation_details: { ...none, reason: isAtEnd ? 'cancellation_requested' : null },
  }
}

/** The parameters that cannot wait for a payment. */
const checkPending = ({ cancel_at_period_end: isAtEnd, default_tax_rates: rates }: UpdateSubscription): void => {
  if (isAtEnd === undefined && rates === undefined) return
  const param = isAtEnd === undefined ? 'default_tax_rates' : 'cancel_at_period_end'
  throw invalidRequest(
    `When \`payment_behavior\` is set to \`pending_if_incomplete\`, these parameters cannot be passed: ${param}.`,
    { param },
  )
}

/**
 * Changes a subscription. What it costs now is collected now, where the call or the change asks for that; with
 * `pending_if_incomplete` the terms stay as they are until that is paid.
 * @throws {ApiError} when it is over, or the change cannot be made
 */
export const updateSubscription = (
  context: Context,
  before: Stripe.Subscription,
  params: UpdateSubscription,
): Stripe.Subscription => {
  const { items, default_tax_rates: rates, payment_behavior: behavior } = params
  if (isOver(before)) {
    throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.')
  }
  if (behavior === 'pending_if_incomplete') checkPending(params)
  const hasTerms = items !== undefined
  // An invoice that an earlier update waits for is withdrawn by the next.
  if (hasTerms && before.pending_update !== null) voidLatest(context, before)
  const details = {
    discounts: nextDiscounts(context, before, params.discounts),
    ...(rates === undefined ? {} : { default_tax_rates: taxRatesOf(context, rates) }),
    ...(hasTerms ? { pending_update: null } : {}),
  }
  const change = planChange(context, { ...before, ...details }, params)
  const changed = { ...before, ...details, ...change.changes }
  const cancellation = cancellationOf(context, before, params.cancel_at_period_end, periodOf(changed).end)
  const updated: Stripe.Subscription = { ...changed, ...cancellation }
  const waits = behavior === 'pending_if_incomplete' && change.billsNow
  const pending = {
    billing_cycle_anchor: change.changes.billing_cycle_anchor ?? null,
    expires_at: context.now + paymentWithin,
    subscription_items: change.changes.items.data,
  } as Stripe.Subscription.PendingUpdate
  const billed = waits ? { ...before, discounts: details.discounts, pending_update: pending } : updated
  putSubscription(context, billed)
  for (const line of change.prorations) putAside(context, line, idOf(before.customer))
  if (!waits) emit(context, 'customer.subscription.updated', updated, before)
  if (!change.billsNow) return updated
  const { invoice } = billSubscription(context, {
    subscription: billed,
    reason: 'subscription_update',
    lines: change.periodLines,
    discounts: discountsOf(context, billed.discounts),
    period: { start: periodOf(before).start, end: context.now },
  })
  const after = context.store.get<Stripe.Subscription>('subscription', before.id)
  if (waits && invoice.status !== 'paid') emit(context, 'customer.subscription.updated', after, before)
  return after
}
