import type { PaymentQuestions } from '#api/adapters/payment/payment-questions.ts'
import { billingDecider } from '#api/domain/billing/billing.ts'
import type { Billing } from '#api/domain/billing/state.ts'
import { load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { billingStream } from '#api/event-store/streams.ts'
import { type Answer, accepted, resource } from '#api/http/answer.ts'
import { invalidField } from '#api/http/problem.ts'
import type { Billable } from '#schemas/billing/billable.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { DiscountTerms } from '#schemas/events/discount.ts'
import type { Discount } from '#schemas/resources/coupons.ts'
import type { BillingOrders } from './billing-orders.ts'

/** The terms of a coupon; null without one, 422 under `coupon` for one that cannot be redeemed (D-54). */
export const couponFor = async (
  payments: Pick<PaymentQuestions, 'coupon'>,
  coupon: string | null,
  currency: string,
): Promise<DiscountTerms | null> => {
  if (coupon === null) return null
  const terms = await payments.coupon(coupon)
  if (terms && (terms.currency === null || terms.currency === currency)) return terms
  throw invalidField('coupon', 'This coupon is invalid or has expired.')
}

export const presentTerms = ({ code, percentOff, amountMinor, duration, months }: DiscountTerms) => ({
  code,
  percent_off: percentOff,
  amount_off: amountMinor,
  duration,
  duration_in_months: months,
})

const presentDiscount = (discount: NonNullable<Billing['discount']>): Discount => ({
  ...presentTerms(discount),
  currency: discount.currency,
  ends_at: discount.endsAt,
  waits: discount.waits,
})

/** The present discount of a billable, as the log has it. */
export const discountOf = async (
  ledger: Pick<Ledger, 'read'>,
  billable: Pick<Billable, 'id'>,
): Promise<Discount | null> => {
  const { discount } = await load(ledger, billingDecider, billingStream(billable))
  return discount && presentDiscount(discount)
}

/**
 * Puts a discount on the subscription of a billable, in the place of another (D-97, P-7), or keeps it until there is one
 * (P-6). Throws RuleBroken 'billing-order-open' and 'coupon-redeemed', and 422 with the provider's words.
 */
export const discount = async (
  { ledger, orders }: { ledger: Ledger; orders: BillingOrders },
  billable: Billable,
  terms: DiscountTerms,
  context: CommandContext,
): Promise<Answer<Discount>> => {
  const { settled, position } = await orders.place(billable, { type: 'OrderDiscount', discount: terms }, context)
  // One that counted at once is gone by now.
  const shown = (await discountOf(ledger, billable)) ?? presentDiscount({ ...terms, endsAt: null, waits: false })
  return settled ? resource(shown, position) : accepted(() => shown, position)
}
