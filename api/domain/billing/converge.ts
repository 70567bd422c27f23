import { accountOf, type Billable } from '#schemas/billing/billable.ts'
import type { ProviderCard, ProviderSnapshot, ProviderSubscription } from '#schemas/billing/provider-snapshot.ts'
import type { BillingEvent } from '#schemas/events/billing-account.ts'
import type { DiscountTerms } from '#schemas/events/discount.ts'
import type { SubscriptionEvent } from '#schemas/events/subscription.ts'
import { discountDifferences, withNames } from './discounts.ts'
import { type Billing, evolve, liveIdOf, liveSubscription, type Subscription } from './state.ts'

/** The present instant, as `at`, is the latest that anything can have happened: clocks of providers may be ahead. */
type Seen = {
  billable: Billable
  at: string
  /** The discount of a finished order. */
  ordered?: DiscountTerms | null
}

const earliest = (left: string | null, right: string): string => (left !== null && left < right ? left : right)

/** Whether a subscription is one that counts: it was begun, and has not come to its end. */
export const isLive = ({ status }: Pick<ProviderSubscription, 'status'>): boolean =>
  status !== 'incomplete' && status !== 'over'

/** The subscription that an order changes: the one that the log knows, else the oldest that goes on. */
export const targetOf = (billing: Billing, { subscriptions }: ProviderSnapshot): ProviderSubscription | undefined => {
  const known = liveIdOf(billing)
  const going = subscriptions.filter(isLive)
  return going.find(({ id }) => id === known) ?? going[0]
}

const sameCard = (left: ProviderCard | null, right: ProviderCard): boolean =>
  left !== null && Object.entries(right).every(([field, value]) => left[field as keyof ProviderCard] === value)

const termsOf = ({
  plan,
  unitMinor,
  interval,
  quantity,
  currency,
}: Pick<Subscription, 'plan' | 'unitMinor' | 'interval' | 'quantity' | 'currency'>) => ({
  plan,
  unitMinor,
  interval,
  quantity,
  currency,
})

const begun = ({ billable, at }: Seen, now: ProviderSubscription): BillingEvent => ({
  type: 'SubscriptionStarted',
  data: {
    billable,
    subscriptionId: now.id,
    ...termsOf(now),
    at: earliest(now.startedAt, at),
    trialEndsAt: now.status === 'trialing' ? now.trialEndsAt : null,
    periodEnd: now.periodEnd,
  },
})

const over = ({ billable, at }: Seen, now: ProviderSubscription): BillingEvent => ({
  type: 'SubscriptionEnded',
  data: { billable, subscriptionId: now.id, at: earliest(now.endedAt, at), reason: now.endReason },
})

/**
 * The changes of a subscription that the log knows and that goes on, in the order in which they happened: a trial
 * may have ended on the day before its plan was swapped, and each day brings what its own plan costs (D-61).
 */
const changes = ({ billable, at }: Seen, was: Subscription, now: ProviderSubscription): SubscriptionEvent[] => {
  const of = { billable, subscriptionId: now.id }
  const events: SubscriptionEvent[] = []
  const isSwapped = JSON.stringify(termsOf(was)) !== JSON.stringify(termsOf(now))
  const trialIsOver = was.trialEndsAt !== null && now.status !== 'trialing'
  const { periodEnd } = now
  if (isSwapped) {
    events.push({ type: 'PlanSwapped', data: { ...of, ...termsOf(now), at, periodEnd, from: termsOf(was) } })
  }
  if (trialIsOver) {
    events.push({ type: 'TrialEnded', data: { ...of, at: earliest(now.trialEndsAt, at), periodEnd } })
  }
  if (periodEnd > was.periodEnd && !isSwapped && !trialIsOver) {
    events.push({ type: 'SubscriptionRenewed', data: { ...of, at, periodEnd } })
  }
  if (now.endsAt !== null && now.endsAt !== was.endsAt) {
    const data = { ...of, at: earliest(now.cancelledAt, at), endsAt: now.endsAt }
    events.push({ type: 'SubscriptionCancelled', data })
  }
  if (now.endsAt === null && was.endsAt !== null) events.push({ type: 'SubscriptionResumed', data: { ...of, at } })
  const isOverdue = now.status === 'past_due'
  if (isOverdue && was.overdueSince === null) events.push({ type: 'PaymentOverdue', data: { ...of, at } })
  const { obstacle } = now
  if (isOverdue && obstacle?.is === 'action' && was.awaits?.clientSecret !== obstacle.clientSecret) {
    const { clientSecret, invoiceId } = obstacle
    events.push({
      type: 'RenewalAwaitsPayer',
      data: { ...of, account: accountOf(billable), at, clientSecret, invoiceId },
    })
  }
  if (isOverdue && obstacle?.is !== 'action' && was.awaits !== null) {
    events.push({ type: 'RenewalWaitEnded', data: { ...of, at } })
  }
  if (!isOverdue && was.overdueSince !== null) events.push({ type: 'PaymentRecovered', data: { ...of, at } })
  return events.toSorted((one, other) => Date.parse(one.data.at) - Date.parse(other.data.at))
}

/** Applies what `find` finds about each subscription, and carries the state on. */
const inTurn = (
  billing: Billing,
  subscriptions: readonly ProviderSubscription[],
  find: (billing: Billing, now: ProviderSubscription) => BillingEvent[],
): BillingEvent[] => {
  let state = billing
  return subscriptions.flatMap((now) => {
    const events = find(state, now)
    state = events.reduce(evolve, state)
    return events
  })
}

/**
 * The differences between what the provider tells and what the log knows of a billable, as events. One subscription
 * counts: the known one while it goes on, else the oldest that does. One that has begun and ended unseen is recorded
 * if something was paid for it.
 */
export const convergedWith = (
  billing: Billing,
  snapshot: Pick<ProviderSnapshot, 'card' | 'subscriptions'>,
  seen: Seen,
): BillingEvent[] => {
  const { card, subscriptions } = withNames(billing, snapshot, seen.ordered ?? null)
  const replaced: BillingEvent[] =
    card && !sameCard(billing.card, card)
      ? [{ type: 'PaymentMethodReplaced', data: { billable: seen.billable, ...card } }]
      : []
  const ended = subscriptions.filter(({ status }) => status === 'over')
  const going = subscriptions.filter(isLive)
  const news = inTurn(billing, [...ended, ...going], (state, now) => {
    const live = liveSubscription(state)
    if (live?.subscriptionId === now.id) {
      return now.status === 'over' ? [over(seen, now)] : changes(seen, live, now)
    }
    if (state.known.has(now.id) || live !== null) return []
    if (now.status === 'over') return now.wasPaid ? [begun(seen, now), over(seen, now)] : []
    const start = begun(seen, now)
    const after = liveSubscription(evolve(state, start))
    return after ? [start, ...changes(seen, after, now)] : [start]
  })
  const after = news.reduce(evolve, billing)
  return [...replaced, ...news, ...discountDifferences(after, subscriptions, seen)]
}
