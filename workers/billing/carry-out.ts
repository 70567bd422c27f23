import {
  type Attempt,
  type PaymentProvider,
  ProviderAway,
  ProviderFailed,
} from '#api/adapters/payment/payment-provider.ts'
import type { OrderOutcome } from '#api/domain/billing/billing.ts'
import { isLive, targetOf } from '#api/domain/billing/converge.ts'
import { hasDiscount, isPaidWith, outcomeOf } from '#api/domain/billing/outcome.ts'
import { settledWhen } from '#api/domain/billing/settled-when.ts'
import { type Billing, liveIdOf, type OpenOrder } from '#api/domain/billing/state.ts'
import { isTaxedRight } from '#api/domain/billing/taxes.ts'
import type { Billable } from '#schemas/billing/billable.ts'
import type { PayerTax, ProviderSnapshot, ProviderSubscription } from '#schemas/billing/provider-snapshot.ts'
import type { OrderedPlan } from '#schemas/events/billing-order.ts'

/** An order at the point where the provider is asked to do it. */
export type Work = {
  provider: PaymentProvider
  billable: Billable
  billing: Billing
  order: OpenOrder
  customerId: string
  /** Of today. */
  tax: PayerTax
  now: Date
}

type Done = { snapshot: ProviderSnapshot; outcome: OrderOutcome }

/** The provider's present state of the customer. */
const look = ({ provider, billing, customerId }: Work): Promise<ProviderSnapshot> =>
  provider.snapshot(customerId, liveIdOf(billing))

const attemptOf = ({ order: { orderId, attempt } }: Work): Attempt => ({ orderId, attempt })

/** Whether the first attempts of others are out of the way: one that is paid late would be a second subscription. */
const clearedOfOthers = async (work: Work, { subscriptions }: ProviderSnapshot): Promise<boolean> => {
  const { provider } = work
  const unpaid = subscriptions.filter(({ status }) => status === 'incomplete')
  for (const { id } of unpaid) await provider.abandon(id, attemptOf(work))
  if (unpaid.length === 0) return true
  const { subscriptions: left } = await look(work)
  return !left.some((each) => each.status === 'incomplete' || isLive(each))
}

const subscribe = async (work: Work, plan: OrderedPlan, snapshot: ProviderSnapshot): Promise<void> => {
  const { provider, billable, billing, customerId, tax, now, order } = work
  if (!(await clearedOfOthers(work, snapshot))) return
  const trialEndsAt =
    order.trialEndsAt !== null && Date.parse(order.trialEndsAt) > now.getTime() ? order.trialEndsAt : null
  const { coupon, discount } = order
  const before = billing.subscription?.subscriptionId ?? null
  const subscribing = { billable, customerId, plan, trialEndsAt, tax, coupon, discount, before }
  await provider.subscribe(subscribing, attemptOf(work))
}

const change = async (work: Work, target: ProviderSubscription): Promise<void> => {
  const { provider, order } = work
  const attempt = attemptOf(work)
  if (target.pendingPlan !== null) await provider.abandon(target.id, attempt)
  if (order.kind === 'cancel') return provider.cancelAtEnd(target.id, attempt)
  if (order.plan !== null && target.plan !== order.plan.id) {
    await provider.swap(target.id, order.plan, settledWhen(target, order.plan), attempt)
    // A change that is not paid for leaves the cancellation as it is.
    if (target.endsAt === null) return
    const after = (await look(work)).subscriptions.find(({ id }) => id === target.id)
    if (after?.plan !== order.plan.id) return
  }
  if (target.endsAt !== null) await provider.resume(target.id, attempt)
}

/** Taxes as the address says before anything is charged; a cancellation charges nothing. */
const taxed = async (work: Work, snapshot: ProviderSnapshot, target?: ProviderSubscription): Promise<void> => {
  const { provider, order, customerId, tax } = work
  const isDue = order.kind === 'tax' || (order.kind !== 'cancel' && !isTaxedRight(snapshot, target, tax))
  if (isDue) await provider.changeTax(customerId, target?.id ?? null, tax, attemptOf(work))
}

/** Puts a discount on the subscription that there is; a new one takes the place of another (D-97, P-7). */
const discounted = async (work: Work, target?: ProviderSubscription): Promise<void> => {
  const { provider, billing, order } = work
  if (order.discount === null || !target || hasDiscount(billing, target, order)) return
  await provider.applyDiscount(target.id, order.discount, attemptOf(work))
}

/** The effects of these orders may be gone from the provider's state by the next look. */
const doneOnceAsked: ReadonlySet<OpenOrder['kind']> = new Set(['card', 'tax', 'coupon', 'discount'])

const step = async (work: Work, snapshot: ProviderSnapshot): Promise<void> => {
  const { provider, billing, order, customerId } = work
  const target = targetOf(billing, snapshot)
  if (order.token !== null && !isPaidWith(order, snapshot)) {
    await provider.attach(customerId, order.token, attemptOf(work))
    if (target?.status === 'past_due') await provider.collect(target.id, attemptOf(work))
  }
  await taxed(work, snapshot, target)
  await discounted(work, target)
  if (order.kind === 'subscribe' && order.plan !== null) return subscribe(work, order.plan, snapshot)
  if (!doneOnceAsked.has(order.kind) && target) await change(work, target)
}

/** Gives up what was declined, so that nobody is charged for it later; it may have been paid at the last moment. */
const giveUp = async (work: Work, { snapshot, outcome }: Done): Promise<Done> => {
  const { provider, billing, order } = work
  const declined = snapshot.subscriptions.filter(({ obstacle }) => obstacle?.is === 'declined')
  const open = declined.filter(({ status, pendingPlan }) => status === 'incomplete' || pendingPlan !== null)
  for (const { id } of open) await provider.abandon(id, attemptOf(work))
  const after = await look(work)
  const later = outcomeOf(billing, order, after)
  return { snapshot: after, outcome: later?.is === 'done' ? later : outcome }
}

/**
 * Whether what was asked for may still come about. A change of which nothing is left was given up before its outcome was
 * recorded; asked for by the same attempt, the provider would only repeat its answer.
 */
const isUnderWay = ({ billing, order }: Work, snapshot: ProviderSnapshot): boolean =>
  order.kind === 'subscribe' || targetOf(billing, snapshot)?.pendingPlan === order.plan?.id

/**
 * Carries an order out: looks whether it was done already, does it if not, and looks again. Running it twice is safe,
 * since it looks first and calls under the keys of the attempt. Throws what the provider throws.
 */
export const carryOut = async (work: Work): Promise<Done> => {
  const { billing, order } = work
  let snapshot = await look(work)
  let outcome = outcomeOf(billing, order, snapshot)
  if (outcome === null) {
    await step(work, snapshot)
    snapshot = await look(work)
    outcome = doneOnceAsked.has(order.kind) ? { is: 'done' } : outcomeOf(billing, order, snapshot)
  }
  if (outcome === null) {
    if (isUnderWay(work, snapshot)) throw new ProviderAway('The payment is still under way')
    throw new ProviderFailed('The change was given up before its outcome was recorded')
  }
  return outcome.is === 'refused' ? giveUp(work, { snapshot, outcome }) : { snapshot, outcome }
}
