import type Stripe from 'stripe'
import type { Context } from '../context.ts'
import { invalidRequest, noSuch } from '../errors.ts'
import type { UpdateSubscription } from '../subscription-parameters.ts'
import { mergedMetadata } from '../values.ts'
import type { LineDraft } from './lines.ts'
import { periodEndAfter } from './periods.ts'
import { hasOtherTerms, prorationLines } from './prorations.ts'
import { changedItem, newItem, periodLine, recurringOf, sellablePrice } from './subscription-items.ts'
import { itemsOf, periodOf } from './subscription-state.ts'

type Terms = Pick<
  UpdateSubscription,
  'items' | 'proration_behavior' | 'proration_date' | 'trial_end' | 'billing_cycle_anchor'
>

/** A change of what a subscription consists of, before it is carried out. */
export type PlanChange = {
  changes: Pick<Stripe.Subscription, 'items'> & Partial<Stripe.Subscription>
  /** What the change gives back and costs within the period. */
  prorations: LineDraft[]
  /** What is charged for a period that begins with the change. */
  periodLines: LineDraft[]
  /** Whether there is an invoice at once. */
  billsNow: boolean
}

type Item = Stripe.SubscriptionItem

/** The items as they will be. Those that are not named stay. */
const nextItems = (context: Context, subscription: Stripe.Subscription, given: NonNullable<Terms['items']>): Item[] => {
  const present = itemsOf(subscription)
  for (const [at, { id }] of given.entries()) {
    if (id !== undefined && !present.some((item) => item.id === id))
      throw noSuch('subscription_item', id, `items[${at}][id]`)
  }
  const kept = present.flatMap((item) => {
    const at = given.findIndex(({ id }) => id === item.id)
    const change = given[at]
    if (change === undefined) return [item]
    if (change.deleted === true) return []
    const price = change.price === undefined ? item.price : sellablePrice(context, change.price, `items[${at}][price]`)
    const quantity = change.quantity ?? item.quantity ?? 1
    return [changedItem(item, { price, quantity, metadata: mergedMetadata(item.metadata, change.metadata) })]
  })
  const added = given.flatMap(({ id, price, quantity = 1, metadata }, at) => {
    if (id !== undefined) return []
    if (price === undefined)
      throw invalidRequest(`Missing required param: items[${at}][price].`, { param: `items[${at}][price]` })
    const terms = {
      price: sellablePrice(context, price, `items[${at}][price]`),
      quantity,
      metadata: mergedMetadata(null, metadata),
    }
    return [newItem(context, subscription.id, { ...terms, period: periodOf(subscription) })]
  })
  return [...kept, ...added]
}

const checkItems = (subscription: Stripe.Subscription, items: readonly Item[]): Stripe.Price.Recurring => {
  const [first] = items
  if (first === undefined) {
    throw invalidRequest('A subscription must have at least one active item. To cancel it, use the cancel endpoint.')
  }
  const recurring = recurringOf(first.price)
  for (const { price } of items) {
    const other = recurringOf(price)
    if (price.currency !== subscription.currency) {
      throw invalidRequest(
        `The price specified only supports \`${price.currency}\`. This doesn't match the expected currency: \`${subscription.currency}\`.`,
      )
    }
    if (other.interval !== recurring.interval || other.interval_count !== recurring.interval_count) {
      throw invalidRequest('All prices on a subscription must have the same recurring interval.')
    }
  }
  return recurring
}

const checkDate = (subscription: Stripe.Subscription, date: number | undefined, now: number): number => {
  const { start, end } = periodOf(subscription)
  if (date === undefined) return now
  if (date < start || date > end) {
    throw invalidRequest('Invalid proration_date: must be within the current period of the subscription.', {
      param: 'proration_date',
    })
  }
  return date
}

const intervalOf = ({ price }: Item): string => `${recurringOf(price).interval_count} ${recurringOf(price).interval}`

/** Works out what other items, another trial or another anchor mean. */
export const planChange = (context: Context, subscription: Stripe.Subscription, terms: Terms): PlanChange => {
  const { now } = context
  const before = itemsOf(subscription)
  const items = terms.items === undefined ? before : nextItems(context, subscription, terms.items)
  const recurring = checkItems(subscription, items)
  const at = checkDate(subscription, terms.proration_date, now)
  const { trial_end: trialEnd } = terms
  if (typeof trialEnd === 'number' && trialEnd <= now) {
    throw invalidRequest('Invalid timestamp: must be an integer Unix timestamp in the future.', { param: 'trial_end' })
  }
  const wasTrialing = subscription.status === 'trialing'
  const endsTrial = wasTrialing && trialEnd === 'now'
  const isTrial = typeof trialEnd === 'number' || (wasTrialing && !endsTrial)
  const otherInterval = before.some((item) => items.some((other) => intervalOf(item) !== intervalOf(other)))
  const startsAnew =
    endsTrial ||
    typeof trialEnd === 'number' ||
    (!isTrial && (otherInterval || terms.billing_cycle_anchor?.type === 'now'))
  const period = startsAnew
    ? { start: now, end: typeof trialEnd === 'number' ? trialEnd : periodEndAfter(now, now, recurring) }
    : periodOf(subscription)
  const data = items.map((item) => ({ ...item, current_period_start: period.start, current_period_end: period.end }))
  const ids = new Set([...before, ...items].map(({ id }) => id))
  const changed = [...ids].flatMap((id) => {
    const was = before.find((item) => item.id === id)
    const is = items.find((item) => item.id === id)
    return startsAnew || hasOtherTerms(was, is) ? [{ subscription, before: was, after: is, at }] : []
  })
  const isProrated = terms.proration_behavior !== 'none' && !wasTrialing
  const prorations = isProrated ? changed.flatMap((change) => prorationLines(context, change, startsAnew)) : []
  const taxRates = subscription.default_tax_rates ?? []
  const periodLines = startsAnew ? data.map((item) => periodLine(context, item, { period, taxRates, isTrial })) : []
  return {
    changes: {
      items: { ...subscription.items, data },
      ...(startsAnew ? { billing_cycle_anchor: typeof trialEnd === 'number' ? trialEnd : now } : {}),
      ...(typeof trialEnd === 'number'
        ? { trial_end: trialEnd, trial_start: subscription.trial_start ?? now, status: 'trialing' }
        : {}),
      ...(endsTrial ? { trial_end: now, status: 'active' } : {}),
    },
    prorations,
    periodLines,
    billsNow: startsAnew || (terms.proration_behavior === 'always_invoice' && prorations.length > 0),
  }
}
