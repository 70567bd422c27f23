import type Stripe from 'stripe'
import type { Context } from '../context.ts'
import type { ErrorBody } from '../errors.ts'
import { emit } from '../events.ts'
import { idOrNull } from '../values.ts'
import { intentOf, markPaid, saveInvoice } from './invoices.ts'
import { type Attempt, confirmIntent, finishIntent } from './payment-intents.ts'
import { endSubscription, invoiceWasNotPaid, isOver, subscriptionOfInvoice } from './subscription-state.ts'

const DAY = 86_400

/** Days between the tries to collect the invoice of a renewal: after the last one the subscription ends. */
const RETRY_AFTER = [3, 5, 6].map((days) => days * DAY)

export type Collected = { invoice: Stripe.Invoice; intent: Stripe.PaymentIntent | undefined; failure?: ErrorBody }

/** What an invoice is paid with, unless it is said otherwise. */
export const methodFor = (context: Context, invoice: Stripe.Invoice): Stripe.PaymentMethod | undefined => {
  const customer = context.store.find<Stripe.Customer>('customer', idOrNull(invoice.customer) ?? '')
  const id =
    idOrNull(invoice.default_payment_method) ??
    idOrNull(subscriptionOfInvoice(context, invoice)?.default_payment_method) ??
    idOrNull(customer?.invoice_settings.default_payment_method)
  const method = id === null ? undefined : context.store.find<Stripe.PaymentMethod>('payment_method', id)
  return method?.customer === customer?.id ? method : undefined
}

const isRenewal = ({ billing_reason: reason }: Stripe.Invoice): boolean => reason === 'subscription_cycle'

/** An attempt that has not led to a payment: the next one is planned, or the subscription ends. */
const notPaid = (context: Context, before: Stripe.Invoice, needsAction: boolean): Stripe.Invoice => {
  const count = before.attempt_count + 1
  const wait = isRenewal(before) ? RETRY_AFTER[count - 1] : undefined
  const invoice: Stripe.Invoice = {
    ...before,
    attempt_count: count,
    attempted: true,
    next_payment_attempt: wait === undefined ? null : context.now + wait,
  }
  saveInvoice(context, invoice, 'invoice.updated', before)
  if (needsAction) emit(context, 'invoice.payment_action_required', invoice)
  emit(context, 'invoice.payment_failed', invoice)
  invoiceWasNotPaid(context, invoice)
  const subscription = subscriptionOfInvoice(context, invoice)
  const givesUp = isRenewal(invoice) && wait === undefined && subscription?.status === 'past_due'
  if (givesUp && !isOver(subscription)) endSubscription(context, subscription, 'payment_failed')
  return invoice
}

const settle = (context: Context, before: Stripe.Invoice, { intent, failure }: Attempt): Collected => {
  if (intent.status === 'succeeded') {
    const counted = { ...before, attempt_count: before.attempt_count + 1 }
    return { invoice: markPaid(context, counted, idOrNull(intent.payment_method)), intent }
  }
  const invoice = notPaid(context, before, intent.status === 'requires_action')
  return { invoice, intent, ...(failure === undefined ? {} : { failure }) }
}

/** Tries to collect an issued invoice. Without a card, the attempt counts as one that failed. */
export const collect = (context: Context, invoice: Stripe.Invoice, method = methodFor(context, invoice)): Collected => {
  const intent = intentOf(context, invoice)
  if (invoice.status !== 'open' || intent === undefined) return { invoice, intent }
  if (method === undefined) return { invoice: notPaid(context, invoice, false), intent }
  return settle(context, invoice, confirmIntent(context, intent, method))
}

/** The invoice that a payment intent pays. */
const invoiceOfIntent = ({ store }: Context, intent: Stripe.PaymentIntent): Stripe.Invoice | undefined => {
  const [payment] = store.list<Stripe.InvoicePayment>('invoice_payment', {
    customer: idOrNull(intent.customer) ?? '',
    'payment.payment_intent': intent.id,
  })
  return store.find('invoice', idOrNull(payment?.invoice) ?? '')
}

/** Goes on after the holder of a card has confirmed a payment, or has not managed to. */
export const finishPayment = (
  context: Context,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  outcome: 'failed' | 'succeeded',
): Stripe.PaymentIntent => {
  const attempt = finishIntent(context, intent, method, outcome)
  const invoice = invoiceOfIntent(context, intent)
  if (invoice === undefined || invoice.status !== 'open') return attempt.intent
  if (attempt.intent.status === 'succeeded') settle(context, invoice, attempt)
  else emit(context, 'invoice.payment_failed', invoice)
  return attempt.intent
}

/** Confirms the payment intent of an invoice from a browser, with a card. */
export const confirmPayment = (
  context: Context,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
): Attempt => {
  const invoice = invoiceOfIntent(context, intent)
  if (invoice === undefined || invoice.status !== 'open') return confirmIntent(context, intent, method)
  const { intent: after = intent, failure } = settle(context, invoice, confirmIntent(context, intent, method))
  return { intent: after, ...(failure === undefined ? {} : { failure }) }
}
