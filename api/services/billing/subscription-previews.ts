import type { PaymentQuestions, Quote } from '#api/adapters/payment/payment-questions.ts'
import { billingDecider } from '#api/domain/billing/billing.ts'
import { kindFor, waitingOf } from '#api/domain/billing/orders.ts'
import { settledWhen } from '#api/domain/billing/settled-when.ts'
import { type Billing, liveSubscription } from '#api/domain/billing/state.ts'
import { RuleBroken } from '#api/domain/rule.ts'
import { load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { billingStream } from '#api/event-store/streams.ts'
import { addressAfter, type ChangedAddress, type TaxOf } from '#api/sagas/give-address.ts'
import type { Billable } from '#schemas/billing/billable.ts'
import { majorUnits } from '#schemas/billing/money.ts'
import type { OrderedPlan } from '#schemas/events/billing-order.ts'
import type { DiscountTerms } from '#schemas/events/discount.ts'
import type { SubscriptionPreview } from '#schemas/resources/subscription-preview.ts'

type Setup = { ledger: Ledger; taxOf: TaxOf; payments: PaymentQuestions }

const nothing: Quote = { dueMinor: 0, taxMinor: 0, creditMinor: 0, lines: [], paidUntil: null }

/** The order that a plan would need; a card is not asked for. */
const kindOf = (billing: Billing, plan: OrderedPlan): SubscriptionPreview['kind'] => {
  if (plan.unitMinor === 0) return 'cancel'
  const kind = kindFor(billing, plan, null)
  return kind === 'subscribe' || kind === 'swap' || kind === 'resume' ? kind : 'none'
}

/**
 * `trialEndsAt` is the end of a trial that a first subscription keeps, `discount` what a coupon of the order takes off,
 * `address` what the order changes of the billing address.
 */
type Terms = { trialEndsAt: string | null; discount: DiscountTerms | null; address: ChangedAddress }

/** The cost of ordering a plan now. Throws RuleBroken 'coupon-redeemed'. */
export const previewOf = async (
  { ledger, taxOf, payments }: Setup,
  billable: Billable,
  plan: OrderedPlan,
  { trialEndsAt, discount, address }: Terms,
): Promise<SubscriptionPreview> => {
  const billing = await load(ledger, billingDecider, billingStream(billable))
  if (discount !== null && billing.redeemed.has(discount.couponId)) throw new RuleBroken('coupon-redeemed')
  const live = liveSubscription(billing)
  const tax = taxOf(addressAfter(billing.address, address))
  const kind = kindOf(billing, plan)
  const isBilled = kind === 'subscribe' || kind === 'swap'
  const { customer } = billing
  const quote = isBilled
    ? await payments.quote({
        plan,
        tax,
        discount: discount ?? waitingOf(billing),
        before: billing.subscription?.subscriptionId ?? null,
        customerId: customer?.provider === payments.name ? customer.customerId : null,
        subscriptionId: kind === 'swap' ? (live?.subscriptionId ?? null) : null,
        settled: kind === 'swap' && live ? settledWhen(live, plan) : 'now',
        trialEndsAt: kind === 'subscribe' && billing.known.size === 0 ? trialEndsAt : null,
      })
    : nothing
  const price = plan.unitMinor * plan.quantity
  const taxed = Math.round((price * tax.rate) / 100)
  const isLeft = kind === 'cancel'
  return {
    plan: plan.id,
    kind,
    currency: plan.currency,
    interval: plan.interval,
    tax_rate: tax.rate,
    price: majorUnits(price),
    tax: majorUnits(taxed),
    total: majorUnits(price + taxed),
    due_today: majorUnits(quote.dueMinor),
    tax_today: majorUnits(quote.taxMinor),
    credit: majorUnits(quote.creditMinor),
    lines: quote.lines.map(({ description, amountMinor }) => ({ description, amount: majorUnits(amountMinor) })),
    next_payment_at: isLeft ? null : (quote.paidUntil ?? live?.periodEnd ?? null),
    ends_at: isLeft ? (live?.endsAt ?? live?.periodEnd ?? null) : null,
  }
}
