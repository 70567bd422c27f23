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
    account_country: context.account.country,
    account_name: context.account.name,
    account_tax_ids: null,
    amount_due: due,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: due,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: plan.reason,
    collection_method: 'charge_automatically',
    created: context.now,
    currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: null,
    customer_email: null,
    customer_name: customer.name ?? null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: customer.tax_exempt ?? 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: subscription.default_tax_rates ?? [],
    description: null,
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: plan.period.end,
    period_start: plan.period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: customer.balance,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    test_clock: customer.test_clock ?? null,
    total_pretax_credit_amounts: [],
    webhooks_delivered_at: null,
    ...computed,
  }
}
