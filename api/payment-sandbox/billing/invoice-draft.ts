import type Stripe from 'stripe'
import type { Context } from '../context.ts'
import { newId } from '../ids.ts'
import { computeLines, type LineDraft } from './lines.ts'
import type { Period } from './periods.ts'

export type InvoicePlan = {
  customer: Stripe.Customer
  subscription: Stripe.Subscription
  reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'upcoming'
  lines: readonly LineDraft[]
  discounts: readonly Stripe.Discount[]
  /** The time over which what is billed was gathered. */
  period: Period
}

/** The amount due, including the customer's balance. */
export const amountsDue = (total: number, balance: number): { amount_due: number; ending_balance: number } => {
  const due = total + balance
  return due >= 0 ? { amount_due: due, ending_balance: 0 } : { amount_due: 0, ending_balance: due }
}

/** An invoice that is not issued yet. */
export const draftInvoice = (context: Context, plan: InvoicePlan): Stripe.Invoice => {
  const { customer, subscription } = plan
  const { currency, metadata } = subscription
  const id = newId(plan.reason === 'upcoming' ? 'upcoming_in' : 'in')
  const isReverse = customer.tax_exempt === 'reverse'
  const computed = computeLines(context, plan.lines, plan.discounts, { invoice: id, currency, isReverse })
  const { amount_due: due } = amountsDue(computed.total, customer.balance)
  return {
    id,
    object: 'invoice',
    amount_due: due,
    amount_paid: 0,
    amount_remaining: due,
    attempt_count: 0,
    attempted: false,
    billing_reason: plan.reason,
    created: context.now,
    currency,
    customer: customer.id,
    due_date: null,
    ending_balance: null,
    livemode: false,
    next_payment_attempt: null,
    number: null,
    parent: {
      subscription_details: { metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    period_end: plan.period.end,
    period_start: plan.period.start,
    starting_balance: customer.balance,
    status: 'draft',
    status_transitions: { finalized_at: null, paid_at: null, voided_at: null },
    ...computed,
  } as Stripe.Invoice
}
