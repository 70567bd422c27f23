import type Stripe from 'stripe'
import { collect } from './billing/collect.ts'
import { endDiscount } from './billing/discounts.ts'
import { subscriptionIsDue } from './billing/renew.ts'
import { putSubscription } from './billing/subscription-state.ts'
import { now } from './clock.ts'
import type { Context } from './context.ts'
import type { Entity, Store } from './store.ts'
import { idOf } from './values.ts'

const discountIsOver = (context: Context, discount: Stripe.Discount): void => {
  const subscription = context.store.find<Stripe.Subscription>('subscription', discount.subscription ?? '')
  if (subscription?.discounts.some((id) => idOf(id) === discount.id) !== true) {
    context.store.put(discount)
    return
  }
  const discounts = subscription.discounts.filter((id) => idOf(id) !== discount.id)
  putSubscription(context, { ...subscription, discounts })
  endDiscount(context, discount)
}

/** The due steps, by kind of object. */
const steps: { [object: string]: (context: Context, object: never) => void } = {
  coupon: ({ store }, coupon: Stripe.Coupon) => {
    const over: Stripe.Coupon = { ...coupon, valid: false }
    store.put(over)
  },
  discount: discountIsOver,
  invoice: (context, invoice: Stripe.Invoice) => void collect(context, invoice),
  subscription: subscriptionIsDue,
}

const nobody: Stripe.Event.Request = { id: null, idempotency_key: null }

/**
 * Lets happen what is due, in its order and each at its own second, until the present or until the time given to it is
 * over.
 * @param until milliseconds since 1970; undefined: all of it
 * @returns whether more is due
 */
export const carryOutDue = (store: Store, until?: number): boolean => {
  const present = now(store)
  for (let next = store.nextDue(present); next !== undefined; next = store.nextDue(present)) {
    const { id, due } = next
    store.transaction(() => {
      const object = store.findAny(id) as Entity
      const step = steps[object.object]
      if (step === undefined) throw new Error(`Nothing is due for a ${object.object}.`)
      step({ store, now: due, request: nobody }, object as never)
    })
    if (until !== undefined && Date.now() >= until) return store.nextDue(present) !== undefined
  }
  return false
}
