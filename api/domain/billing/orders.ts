import { RuleBroken } from '#api/domain/rule.ts'
import { accountOf, type Billable } from '#schemas/billing/billable.ts'
import type { BillingEvent } from '#schemas/events/billing-account.ts'
import type { OrderedPlan, OrderKind } from '#schemas/events/billing-order.ts'
import type { DiscountTerms } from '#schemas/events/discount.ts'
import type { BillingOrderId } from '#schemas/ids.ts'
import { waiting } from './discounts.ts'
import { type Billing, liveSubscription, type OpenOrder } from './state.ts'
import { orderTax } from './taxes.ts'

type Wished = { billable: Billable; orderId: BillingOrderId; at: string }

/** The orders of a billable. `trialEndsAt` is the end of a trial that a first subscription keeps (D-97, P-2, P-3). */
export type OrderCommand =
  | ({
      type: 'OrderPlan'
      plan: OrderedPlan
      token: string | null
      coupon: string | null
      trialEndsAt: string | null
      /** The terms of the coupon, if they are known already. */
      discount?: DiscountTerms | null
      /** The order that its payer goes on with; where it is settled by now, nothing is placed. */
      goesOnWith?: BillingOrderId | null
      /** Who stands on the invoice, where the account is made only after the payment. */
      buyer?: NonNullable<OpenOrder['buyer']>
    } & Wished)
  | ({ type: 'OrderCancellation' } & Wished)
  /** Nothing is charged for it, so it waits for nobody and gives way to every other order, which does it as well. */
  | ({ type: 'OrderTax' } & Wished)
  /** A coupon, or what an operator gives. Without a subscription it waits for one, and the provider is not asked. */
  | ({ type: 'OrderDiscount'; discount: DiscountTerms } & Wished)
  | ({ type: 'OrderCard'; token: string } & Wished)

type Wish = Pick<OpenOrder, 'kind' | 'plan' | 'token' | 'coupon' | 'trialEndsAt' | 'discount' | 'buyer'>

/** The order that leads to a plan from the present state (D-16); null if nothing has to be done. */
export const kindFor = (billing: Billing, plan: OrderedPlan, token: string | null): OrderKind | null => {
  const live = liveSubscription(billing)
  if (!live) return 'subscribe'
  if (live.plan !== plan.id) return 'swap'
  if (live.endsAt !== null) return 'resume'
  return token === null ? null : 'card'
}

/** The discount that waits for a subscription. */
export const waitingOf = ({ discount }: Billing): DiscountTerms | null => {
  if (!discount?.waits) return null
  const { endsAt: _, waits: __, ...terms } = discount
  return terms
}

const discountIn = (command: OrderCommand): DiscountTerms | null =>
  command.type === 'OrderPlan' || command.type === 'OrderDiscount' ? (command.discount ?? null) : null

const wishOf = (billing: Billing, command: OrderCommand): Wish | null => {
  const none = { plan: null, token: null, coupon: null, trialEndsAt: null, discount: null }
  switch (command.type) {
    case 'OrderPlan': {
      const { plan, token, coupon, buyer } = command
      const kind = kindFor(billing, plan, token)
      if (kind === null) return null
      if (token === null && billing.card === null && kind !== 'resume') throw new RuleBroken('card-missing')
      const isFirst = kind === 'subscribe' && billing.known.size === 0
      const trialEndsAt = isFirst ? command.trialEndsAt : null
      const discount = command.discount ?? (coupon === null ? waitingOf(billing) : null)
      const of = { kind, plan, token, trialEndsAt, discount, coupon: discount?.code ?? coupon }
      return { ...of, ...(buyer ? { buyer } : {}) }
    }
    case 'OrderCancellation': {
      const live = liveSubscription(billing)
      return live === null || live.endsAt !== null ? null : { ...none, kind: 'cancel' }
    }
    case 'OrderDiscount': {
      const { discount } = command
      return { ...none, kind: discount.source === 'coupon' ? 'coupon' : 'discount', coupon: discount.code, discount }
    }
    case 'OrderTax':
      return null
    case 'OrderCard':
      return { ...none, kind: 'card', token: command.token }
    default:
      command satisfies never
      return null
  }
}

/** Whether an open order is for what is wished: both callers then get its outcome. */
const isFor = (order: OpenOrder, command: OrderCommand): boolean => {
  switch (command.type) {
    case 'OrderPlan':
      return order.plan?.id === command.plan.id
    case 'OrderCancellation':
      return order.kind === 'cancel'
    case 'OrderDiscount':
      return order.plan === null && order.discount?.couponId === command.discount.couponId
    case 'OrderTax':
      return order.kind === 'tax'
    case 'OrderCard':
      return order.kind === 'card' && order.plan === null && order.token === command.token
    default:
      command satisfies never
      return false
  }
}

/** An order that a later one does as well: it is settled without the provider. */
const replaced = ({ billable }: Wished, { orderId }: OpenOrder, message: string): BillingEvent => ({
  type: 'BillingOrderRefused',
  data: { billable, orderId, code: 'replaced', message },
})

/** An order that waits for its payer goes on when they ask again, and gives way to another wish. */
const afterAwaiting = (order: OpenOrder, command: OrderCommand): BillingEvent | null => {
  const { billable } = command
  const { orderId } = order
  const otherCard = command.type === 'OrderPlan' && command.token !== null && command.token !== order.token
  const again = isFor(order, command) && !otherCard
  if (again) {
    return { type: 'BillingOrderRetried', data: { billable, orderId, attempt: order.attempt + 1, by: 'payer' } }
  }
  return replaced(command, order, 'The payment was not confirmed.')
}

/** Whether the payer goes on with an order that is settled by now: the provider's news may come before their answer. */
const isSettled = (open: OpenOrder | null, command: OrderCommand): boolean =>
  command.type === 'OrderPlan' && Boolean(command.goesOnWith) && command.goesOnWith !== open?.orderId

/**
 * Places an order, or joins the one that is open if it is for the same. Throws RuleBroken 'billing-order-open' if that
 * one is for something else, 'card-missing' and 'coupon-redeemed'.
 */
export const placeOrder = (billing: Billing, command: OrderCommand): BillingEvent[] => {
  const { billable, orderId, at } = command
  if (command.type === 'OrderTax') return orderTax(billing, command)
  const open = billing.order
  if (isSettled(open, command)) return []
  const discount = discountIn(command)
  const isRedeemed = discount?.source === 'coupon' && billing.redeemed.has(discount.couponId)
  if (isRedeemed && !(open && isFor(open, command))) throw new RuleBroken('coupon-redeemed')
  if (command.type === 'OrderDiscount' && liveSubscription(billing) === null && !open) {
    return waiting(billing, command, command.discount)
  }
  const givesWay = open?.kind === 'tax'
  if (open && !open.awaits && !givesWay) {
    if (!isFor(open, command)) throw new RuleBroken('billing-order-open')
    return []
  }
  const before = open && (givesWay ? replaced(command, open, 'Another order does it.') : afterAwaiting(open, command))
  if (before?.type === 'BillingOrderRetried') return [before]
  const wish = wishOf(billing, command)
  if (wish === null) return before && !givesWay ? [before] : []
  const order = { account: accountOf(billable), billable, orderId, ...wish, placedAt: at }
  return [...(before ? [before] : []), { type: 'BillingOrderPlaced', data: order }]
}
