import type Stripe from 'stripe'
import type { Context } from '../context.ts'
import { save } from '../events.ts'
import { newId } from '../ids.ts'
import type { Store } from '../store.ts'
import { idOf, idOrNull } from '../values.ts'
import { couponOfDiscount, discountsOf, endDiscount } from './discounts.ts'
import { amountsDue } from './invoice-draft.ts'
import { cancelIntent, newIntent } from './payment-intents.ts'
import { invoiceWasPaid, invoiceWasVoided, putSubscription, subscriptionOfInvoice } from './subscription-state.ts'

export const customerIn = (store: Store, { customer }: { customer: unknown }): Stripe.Customer =>
  store.get('customer', String(customer))

/** The payments of an invoice; the sandbox makes one, by one payment intent. */
export const paymentsOf = (store: Store, { id, customer }: Stripe.Invoice): Stripe.InvoicePayment[] =>
  store.list<Stripe.InvoicePayment>('invoice_payment', { customer: String(customer), invoice: id })

/** The payment intent of an invoice, none where nothing is to be paid. */
export const intentOf = ({ store }: Context, invoice: Stripe.Invoice): Stripe.PaymentIntent | undefined => {
  const [payment] = paymentsOf(store, invoice)
  return store.find('payment_intent', idOrNull(payment?.payment.payment_intent) ?? '')
}

const descriptions: { [reason: string]: string } = {
  subscription_create: 'Subscription creation',
  subscription_cycle: 'Subscription cycle',
  subscription_update: 'Subscription update',
}

const openPayment = (context: Context, invoice: Stripe.Invoice): void => {
  const { amount_due: amount, currency, customer, billing_reason: reason } = invoice
  const intent = newIntent(context, { amount, currency, customer, description: descriptions[reason ?? ''] ?? null })
  const payment = {
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: amount,
    created: context.now,
    currency,
    invoice: invoice.id,
    livemode: false,
    payment: { payment_intent: intent.id, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  } as Stripe.InvoicePayment
  context.store.put(payment, null, String(customer))
}

/** A coupon that counts once has done so. */
const endUsedDiscounts = (context: Context, invoice: Stripe.Invoice): void => {
  const subscription = subscriptionOfInvoice(context, invoice)
  const off = new Map((invoice.total_discount_amounts ?? []).map(({ discount, amount }) => [idOf(discount), amount]))
  const used = discountsOf(context, subscription.discounts).filter(
    (discount) => couponOfDiscount(context, discount).duration === 'once' && (off.get(discount.id) ?? 0) > 0,
  )
  if (used.length === 0) return
  const left = subscription.discounts.filter((id) => !used.some((discount) => discount.id === idOf(id)))
  putSubscription(context, { ...subscription, discounts: left })
  for (const discount of used) endDiscount(context, discount)
}

/** Issues a draft: it gets its number, and a payment where something is to be paid. */
export const finalize = (context: Context, draft: Stripe.Invoice): Stripe.Invoice => {
  const customer = customerIn(context.store, draft)
  const sequence = customer.next_invoice_sequence ?? 1
  const { amount_due: due, ending_balance: balance } = amountsDue(draft.total, customer.balance)
  const invoice: Stripe.Invoice = {
    ...draft,
    ending_balance: balance,
    number: `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`,
    status: 'open',
    status_transitions: { ...draft.status_transitions, finalized_at: context.now },
  }
  const changed = { ...customer, next_invoice_sequence: sequence + 1, balance, currency: invoice.currency }
  context.store.put(changed)
  if (due > 0) openPayment(context, invoice)
  save(context, invoice, 'invoice.finalized')
  endUsedDiscounts(context, invoice)
  return due > 0 ? invoice : markPaid(context, invoice)
}

/** Records that an invoice is paid, or that nothing is to be paid. */
export const markPaid = (context: Context, before: Stripe.Invoice): Stripe.Invoice => {
  const invoice: Stripe.Invoice = {
    ...before,
    amount_paid: before.amount_due,
    amount_remaining: 0,
    attempted: true,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...before.status_transitions, paid_at: context.now },
  }
  for (const payment of paymentsOf(context.store, before)) {
    const settled: Stripe.InvoicePayment = {
      ...payment,
      amount_paid: payment.amount_requested,
      status: 'paid',
      status_transitions: { ...payment.status_transitions, paid_at: context.now },
    }
    context.store.put(settled, null, String(before.customer))
  }
  save(context, invoice, 'invoice.paid')
  invoiceWasPaid(context, invoice)
  return invoice
}

/** Withdraws an invoice that was issued. */
export const voidInvoice = (context: Context, before: Stripe.Invoice): Stripe.Invoice => {
  const intent = intentOf(context, before)
  if (intent !== undefined && intent.status !== 'succeeded') cancelIntent(context, intent)
  const invoice: Stripe.Invoice = {
    ...before,
    next_payment_attempt: null,
    status: 'void',
    status_transitions: { ...before.status_transitions, voided_at: context.now },
  }
  save(context, invoice, 'invoice.voided')
  invoiceWasVoided(context, invoice)
  return invoice
}

/** Withdraws the latest invoice of a subscription, if it waits for its payment. */
export const voidLatest = (context: Context, { latest_invoice: latest }: Stripe.Subscription): void => {
  const invoice = context.store.find<Stripe.Invoice>('invoice', idOrNull(latest) ?? '')
  if (invoice?.status === 'open') voidInvoice(context, invoice)
}
