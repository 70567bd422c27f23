import type { PaymentObstacle, ProviderSnapshot, ProviderSubscription } from '#schemas/billing/provider-snapshot.ts'
import type { OrderOutcome } from './billing.ts'
import { isLive, targetOf } from './converge.ts'
import { named } from './discounts.ts'
import type { Billing, OpenOrder } from './state.ts'

const done: OrderOutcome = { is: 'done' }
const refused = (code: string, message: string): OrderOutcome => ({ is: 'refused', code, message })
const ended = refused('ended', 'The subscription has ended.')

const outcomeOfObstacle = (obstacle: PaymentObstacle | null): OrderOutcome | null => {
  if (obstacle === null) return null
  if (obstacle.is === 'declined') return refused(obstacle.code, obstacle.message)
  const { kind: action, clientSecret, invoiceId } = obstacle
  return { is: 'awaited', action, clientSecret, invoiceId }
}

const outcomeOfSubscribing = (order: OpenOrder, subscriptions: readonly ProviderSubscription[]) => {
  const own = subscriptions.find(({ orderId }) => orderId === order.orderId)
  if (own?.status === 'over') return refused('expired', 'The payment was not made.')
  if (own?.status === 'incomplete') return outcomeOfObstacle(own.obstacle)
  // The card of a trial may have to be confirmed for the payment that comes later.
  if (own?.obstacle?.is === 'action' && own.obstacle.kind === 'setup') return outcomeOfObstacle(own.obstacle)
  if (own) return done
  const other = subscriptions.find(isLive)
  if (!other) return null
  return other.plan === order.plan?.id ? done : refused('subscribed', 'There is a subscription already.')
}

/** Whether the card of an order is the one that is charged: by its token, or by the order, where the provider names cards so. */
export const isPaidWith = ({ token, orderId }: OpenOrder, { card }: Pick<ProviderSnapshot, 'card'>): boolean =>
  token !== null && card !== null && (card.methodId === token || card.methodId === orderId)

/** Whether a subscription has the discount of an order. */
export const hasDiscount = (
  billing: Billing,
  { discount }: Pick<ProviderSubscription, 'discount'>,
  order: OpenOrder,
): boolean => discount !== null && named(billing, discount).couponId === order.discount?.couponId

const outcomeOfSwap = (order: OpenOrder, target: ProviderSubscription): OrderOutcome | null => {
  if (target.pendingPlan === order.plan?.id) return outcomeOfObstacle(target.obstacle)
  const isThere = target.plan === order.plan?.id && target.pendingPlan === null && target.endsAt === null
  if (isThere) return done
  // The provider gives up a change that its payer does not confirm in time.
  return order.awaits && target.pendingPlan === null ? refused('expired', 'The payment was not made.') : null
}

/**
 * The outcome of an order by the provider's present state; null if it is still to be carried out, or a
 * payment is under way. Whoever carries an order out looks here first, so that nothing is done twice.
 */
export const outcomeOf = (billing: Billing, order: OpenOrder, snapshot: ProviderSnapshot): OrderOutcome | null => {
  const { kind } = order
  if (kind === 'subscribe') return outcomeOfSubscribing(order, snapshot.subscriptions)
  if (kind === 'tax') return null
  if (kind === 'card') return isPaidWith(order, snapshot) ? done : null
  const target = targetOf(billing, snapshot)
  if (kind === 'coupon' || kind === 'discount') {
    return !target || hasDiscount(billing, target, order) ? done : null
  }
  if (kind === 'cancel') return !target || target.endsAt !== null ? done : null
  if (!target) return ended
  if (kind === 'resume') return target.endsAt === null ? done : null
  return kind === 'swap' ? outcomeOfSwap(order, target) : null
}
