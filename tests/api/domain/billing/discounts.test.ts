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
    given().decides(order(gift), waits(gift))
    given().decides(order(tenOff), redeemed, waits(tenOff))
    given(carded, redeemed, waits(tenOff)).decides(
      orderPlan('starter', { token: null, orderId }),
      placed('subscribe', { plan: orderedPlan('starter'), coupon: 'WELCOME', discount: tenOff }),
    )
  })

  test('is ordered for a subscription, and joins the same order', () => {
    given(started()).decides(order(tenOff), placed('coupon', { coupon: 'WELCOME', discount: tenOff }))
    given(started()).decides(order(gift), placed('discount', { discount: gift }))
    given(started(), placed('discount', { discount: gift })).ignores(order(gift))
    given(started(), placed('discount', { discount: gift })).refuses(order(tenOff), 'billing-order-open')
  })

  test('[API2D-12] of a coupon is had once', () => {
    given(redeemed, waits(tenOff)).refuses(order(tenOff), 'coupon-redeemed')
    given(carded, redeemed).refuses(orderPlan('starter', { discount: tenOff }), 'coupon-redeemed')
  })

  test('is recorded when the provider shows it, takes the place of another, and ends', () => {
    given(started()).decides(converge([shown(tenOff)]), redeemed, applied(tenOff, endsAt))
    given(started(), redeemed, applied(tenOff, endsAt)).ignores(converge([shown(tenOff)]))
    given(started(), redeemed, applied(tenOff, endsAt)).decides(converge([shown(gift)]), applied(gift, endsAt))
    given(started(), applied(gift, endsAt)).decides(converge([providerSubscription()]), ended('operator-1'))
  })

  test('that waits is left alone by a look at the provider, and applied when it shows it', () => {
    given(waits(gift)).ignores(converge([]))
    given(started(), waits(gift)).decides(converge([shown(gift)]), applied(gift, endsAt))
  })

  test('that counted for an invoice at once is recorded with its end', () => {
    given(started(), placed('coupon', { discount: tenOff })).decides(
      { ...converge([providerSubscription()]), ...settled },
      redeemed,
      applied(tenOff, null),
      ended('WELCOME'),
      done,
    )
    given(started(), waits(gift), placed('swap', { discount: gift })).decides(
      { ...converge([providerSubscription()]), ...settled },
      applied(gift, null),
      ended('operator-1'),
      done,
    )
  })

  test('waits when the subscription ended before it came', () => {
    given(placed('discount', { discount: gift })).decides({ ...converge([]), ...settled }, waits(gift), done)
  })
})
