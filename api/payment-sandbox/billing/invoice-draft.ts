import type Stripe from 'stripe'
import type { Context } from '../context.ts'
import { newId } from '../ids.ts'
import { listOf } from '../values.ts'
import { type Computed, computeLines, type LineDraft } from './lines.ts'

export type InvoicePlan = {
  customer: Stripe.Customer
  currency: string
  reason: 'manual' | 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'upcoming'
  lines: readonly LineDraft[]
  discounts: readonly Stripe.Discount[]
  subscription: Stripe.Subscription | null
  /** The time over which what is billed was gathered. */
  period: { start: number; end: number }
  description?: string | null
  metadata?: Stripe.Metadata
  taxRates?: Stripe.TaxRate[]
}

const exemptOf = ({ tax_exempt: exempt }: Stripe.Customer): 'exempt' | 'none' | 'reverse' =>
  exempt === 'reverse' ? 'reverse' : exempt === 'exempt' ? 'exempt' : 'none'

/** What is to be paid, when what the customer has too much or too little is counted in. */
export const amountsDue = (total: number, balance: number): { amount_due: number; ending_balance: number } => {
  const due = total + balance
  return due >= 0 ? { amount_due: due, ending_balance: 0 } : { amount_due: 0, ending_balance: due }
}

const parentOf = (subscription: Stripe.Subscription | null): Stripe.Invoice.Parent | null =>
  subscription === null
    ? null
    : {
        quote_details: null,
        subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
        type: 'subscription_details',
      }

const taxIdsOf = ({ store }: Context, customer: string): Stripe.Invoice.CustomerTaxId[] =>
  store.list<Stripe.TaxId>('tax_id', { customer }).map(({ type, value }) => ({ type, value }))

const totalsOf = (computed: Computed, balance: number) => {
  const { lines: _, discounts: __, ...totals } = computed
  const { amount_due: due } = amountsDue(totals.total, balance)
  return { ...totals, amount_due: due, amount_remaining: due, starting_balance: balance }
}

/** An invoice that is not issued yet. */
export const draftInvoice = (context: Context, plan: InvoicePlan): Stripe.Invoice => {
  const { customer, subscription, currency } = plan
  const id = newId(plan.reason === 'upcoming' ? 'upcoming_in' : 'in')
  const computed = computeLines(context, plan.lines, plan.discounts, {
    invoice: id,
    currency,
    exempt: exemptOf(customer),
  })
  return {
    id,
    object: 'invoice',
    account_country: context.account.country,
    account_name: context.account.name,
    account_tax_ids: null,
    amount_overpaid: 0,
    amount_paid: 0,
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
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: customer.tax_exempt ?? 'none',
    customer_tax_ids: taxIdsOf(context, customer.id),
    default_payment_method: null,
    default_source: null,
    default_tax_rates: plan.taxRates ?? [],
    description: plan.description ?? null,
    discounts: computed.discounts,
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: customer.invoice_settings.footer,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: listOf(computed.lines, `/v1/invoices/${id}/lines`),
    livemode: false,
    metadata: plan.metadata ?? {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: parentOf(subscription),
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: plan.period.end,
    period_start: plan.period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    test_clock: customer.test_clock ?? null,
    total_pretax_credit_amounts: [],
    webhooks_delivered_at: null,
    ...totalsOf(computed, customer.balance),
  }
}
