import type Stripe from 'stripe'
import type { Context } from '../context.ts'
import { idOf } from '../values.ts'
import { type Collected, collect, methodFor } from './collect.ts'
import { discountsOf } from './discounts.ts'
import { draftInvoice, type InvoicePlan } from './invoice-draft.ts'
import { lineOfItem, markInvoiced, pendingItems } from './invoice-items.ts'
import { finalize, makeInvoice } from './invoices.ts'
import type { LineDraft } from './lines.ts'
import { putSubscription } from './subscription-state.ts'

type Bill = {
  subscription: Stripe.Subscription
  reason: InvoicePlan['reason']
  lines: readonly LineDraft[]
  period: { start: number; end: number }
}

const customerOf = ({ store }: Context, { customer }: Stripe.Subscription): Stripe.Customer => {
  const found = store.find<Stripe.Customer>('customer', idOf(customer))
  if (found === undefined) throw new Error('The customer of a subscription is gone.')
  return found
}

const planOf = (
  context: Context,
  { subscription, ...bill }: Bill,
  customer = customerOf(context, subscription),
): InvoicePlan => ({
  customer,
  currency: subscription.currency,
  discounts: discountsOf(context, subscription.discounts),
  subscription,
  taxRates: subscription.default_tax_rates ?? [],
  ...bill,
})

/** An invoice of a subscription that is only shown: what waits for it, and these lines. */
export const previewInvoice = (
  context: Context,
  customer: Stripe.Customer,
  bill: Bill,
  discounts?: Stripe.Discount[],
): Stripe.Invoice => {
  const { subscription } = bill
  const waiting = pendingItems(context, idOf(subscription.customer), subscription.id)
  const lines = [...waiting.map((item) => lineOfItem(context, item)), ...bill.lines]
  const plan = {
    ...planOf(context, { ...bill, lines, reason: 'upcoming' }, customer),
    ...(discounts ? { discounts } : {}),
  }
  return draftInvoice(context, plan)
}

/**
 * Issues an invoice of a subscription, with what waits for it and these lines, and tries to collect it.
 * @param attempt false: it waits for somebody to confirm its payment intent
 */
export const billSubscription = (context: Context, bill: Bill, attempt = true): Collected => {
  const { subscription } = bill
  const waiting = pendingItems(context, idOf(subscription.customer), subscription.id)
  const lines = [...waiting.map((item) => lineOfItem(context, item)), ...bill.lines]
  const draft = makeInvoice(context, planOf(context, { ...bill, lines }))
  markInvoiced(context, waiting, draft.id)
  putSubscription(context, { ...subscription, latest_invoice: draft.id })
  const invoice = finalize(context, draft)
  if (attempt) return collect(context, invoice, methodFor(context, invoice))
  return { invoice, intent: undefined }
}
