import { describe, test } from 'vitest'
import { billingDecider } from '#api/domain/billing/billing.ts'
import type { BillingEvent } from '#schemas/events/billing-account.ts'
import type { DiscountTerms } from '#schemas/events/discount.ts'
import { billingWorld, orderedPlan, providerSubscription, visa } from '#tests/support/billing.ts'
import { deciding } from '#tests/support/decider.ts'

const given = deciding(billingDecider)
const { billable, orderId, at, placed, started, orderPlan, converge } = billingWorld()
const tenOff: DiscountTerms = {
  source: 'coupon',
  couponId: 'WELCOME',
  code: 'WELCOME',
  percentOff: 10,
  amountMinor: null,
  currency: null,
  duration: 'repeating',
  months: 3,
}
const gift: DiscountTerms = { ...tenOff, source: 'operator', couponId: 'operator-1', code: null }
const endsAt = '2026-06-01T10:00:00.000Z'
const carded: BillingEvent = { type: 'PaymentMethodReplaced', data: { billable, ...visa } }
const redeemed: BillingEvent = { type: 'CouponRedeemed', data: { billable, couponId: 'WELCOME', code: 'WELCOME' } }
const waits = (terms: DiscountTerms): BillingEvent => ({ type: 'DiscountWaits', data: { billable, ...terms } })
const applied = (terms: DiscountTerms, end: string | null): BillingEvent => ({
  type: 'DiscountApplied',
  data: { billable, ...terms, endsAt: end },
})
const ended = (couponId: string): BillingEvent => ({ type: 'DiscountEnded', data: { billable, couponId, at } })
const order = (discount: DiscountTerms) => ({ type: 'OrderDiscount', billable, orderId, at, discount }) as const
const done: BillingEvent = { type: 'BillingOrderDone', data: { billable, orderId } }
const settled = { settles: { orderId, outcome: { is: 'done' } } } as const
const shown = (terms: DiscountTerms) => providerSubscription({ discount: { ...terms, endsAt } })

describe('a discount', () => {
  test('waits until there is a subscription, and is ordered with it', () => {
    given().when(order(gift)).then(waits(gift))
    given().when(order(tenOff)).then(redeemed, waits(tenOff))
    given(carded, redeemed, waits(tenOff))
      .when(orderPlan('starter', { token: null, orderId }))
      .then(placed('subscribe', { plan: orderedPlan('starter'), coupon: 'WELCOME', discount: tenOff }))
  })

  test('is ordered for a subscription, and joins the same order', () => {
    given(started())
      .when(order(tenOff))
      .then(placed('coupon', { coupon: 'WELCOME', discount: tenOff }))
    given(started())
      .when(order(gift))
      .then(placed('discount', { discount: gift }))
    given(started(), placed('discount', { discount: gift }))
      .when(order(gift))
      .thenNothing()
    given(started(), placed('discount', { discount: gift }))
      .when(order(tenOff))
      .thenBreaks('billing-order-open')
  })

  test('[API2D-12] of a coupon is had once', () => {
    given(redeemed, waits(tenOff)).when(order(tenOff)).thenBreaks('coupon-redeemed')
    given(carded, redeemed)
      .when(orderPlan('starter', { discount: tenOff }))
      .thenBreaks('coupon-redeemed')
  })

  test('is recorded when the provider shows it, takes the place of another, and ends', () => {
    given(started())
      .when(converge([shown(tenOff)]))
      .then(redeemed, applied(tenOff, endsAt))
    given(started(), redeemed, applied(tenOff, endsAt))
      .when(converge([shown(tenOff)]))
      .thenNothing()
    given(started(), redeemed, applied(tenOff, endsAt))
      .when(converge([shown(gift)]))
      .then(applied(gift, endsAt))
    given(started(), applied(gift, endsAt))
      .when(converge([providerSubscription()]))
      .then(ended('operator-1'))
  })

  test('that waits is left alone by a look at the provider, and applied when it shows it', () => {
    given(waits(gift)).when(converge([])).thenNothing()
    given(started(), waits(gift))
      .when(converge([shown(gift)]))
      .then(applied(gift, endsAt))
  })

  test('that counted for an invoice at once is recorded with its end', () => {
    given(started(), placed('coupon', { discount: tenOff }))
      .when({ ...converge([providerSubscription()]), ...settled })
      .then(redeemed, applied(tenOff, null), ended('WELCOME'), done)
    given(started(), waits(gift), placed('swap', { discount: gift }))
      .when({ ...converge([providerSubscription()]), ...settled })
      .then(applied(gift, null), ended('operator-1'), done)
  })

  test('waits when the subscription ended before it came', () => {
    given(placed('discount', { discount: gift }))
      .when({ ...converge([]), ...settled })
      .then(waits(gift), done)
  })
})
