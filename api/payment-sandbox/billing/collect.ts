import type Stripe from 'stripe'
import type { Context } from '../context.ts'
import type { ErrorBody } from '../errors.ts'
import { emit } from '../events.ts'
import { idOf, idOrNull } from '../values.ts'
import { draftInvoice, type InvoicePlan } from './invoice-draft.ts'
import { customerIn, finalize, intentOf, markPaid } from './invoices.ts'
import { type Attempt, confirmIntent, finishIntent } from './payment-intents.ts'
import { endSubscription, invoiceWasNotPaid, putSubscription, subscriptionOfInvoice } from './subscription-state.ts'
import { waitingLines } from './waiting-lines.ts'

const day = 86_400

/** Days between the tries to collect the invoice of a renewal: after the last one the subscription ends. */
const retryAfter = [3, 5, 6].map((days) => days * day)

type Collected = { invoice: Stripe.Invoice; intent?: Stripe.PaymentIntent | undefined; failure?: ErrorBody }

/** The payment method of a customer. */
export const methodOf = (
  { store }: Context,
  { invoice_settings: settings }: Stripe.Customer,
): Stripe.PaymentMethod | undefined => store.find('payment_method', idOrNull(settings.default_payment_method) ?? '')

/** An attempt that has not led to a payment: the next one is planned, or the subscription ends. */
const notPaid = (context: Context, before: Stripe.Invoice, needsAction: boolean): Stripe.Invoice => {
  const isRenewal = before.billing_reason === 'subscription_cycle'
  const count = before.attempt_count + 1
  const wait = isRenewal ? retryAfter[count - 1] : undefined
  const invoice: Stripe.Invoice = {
    ...before,
    attempt_count: count,
    attempted: true,
    next_payment_attempt: wait === undefined ? null : context.now + wait,
  }
  context.store.put(invoice, invoice.next_payment_attempt)
  if (needsAction) emit(context, 'invoice.payment_action_required', invoice)
  emit(context, 'invoice.payment_failed', invoice)
  invoiceWasNotPaid(context, invoice)
  const subscription = subscriptionOfInvoice(context, invoice)
  if (isRenewal && wait === undefined && subscription.status === 'past_due') {
    endSubscription(context, subscription, 'payment_failed')
  }
  return invoice
}

const settle = (context: Context, before: Stripe.Invoice, { intent, failure }: Attempt): Collected => {
  if (intent.status === 'succeeded') {
    return { invoice: markPaid(context, { ...before, attempt_count: before.attempt_count + 1 }), intent }
  }
  const invoice = notPaid(context, before, intent.status === 'requires_action')
  return { invoice, intent, ...(failure === undefined ? {} : { failure }) }
}

/** Tries to collect an issued invoice. Without a card, the attempt counts as one that failed. */
export const collect = (context: Context, invoice: Stripe.Invoice): Collected => {
  const method = methodOf(context, customerIn(context.store, invoice))
  const intent = intentOf(context, invoice)
  if (invoice.status !== 'open' || intent === undefined) return { invoice }
  if (method === undefined) return { invoice: notPaid(context, invoice, false) }
  return settle(context, invoice, confirmIntent(context, intent, method))
}

/** Goes on after the holder of a card has confirmed a payment, or has not managed to. */
export const finishPayment = (
  context: Context,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  outcome: 'failed' | 'succeeded',
): Stripe.PaymentIntent => {
  const attempt = finishIntent(context, intent, method, outcome)
  const [payment] = context.store.list<Stripe.InvoicePayment>('invoice_payment', {
    customer: String(intent.customer),
    'payment.payment_intent': intent.id,
  })
  const invoice = context.store.get<Stripe.Invoice>('invoice', idOf(payment?.invoice ?? ''))
  if (invoice.status !== 'open') return attempt.intent
  if (attempt.intent.status === 'succeeded') settle(context, invoice, attempt)
  else emit(context, 'invoice.payment_failed', invoice)
  return attempt.intent
}

/** Issues an invoice of a subscription, with what waits for it and these lines, and tries to collect it. */
export const billSubscription = (context: Context, plan: Omit<InvoicePlan, 'customer'>): Collected => {
  const { store } = context
  const { subscription } = plan
  const waiting = waitingLines(context, subscription)
  const customer = customerIn(store, subscription)
  const draft = draftInvoice(context, { ...plan, customer, lines: [...waiting, ...plan.lines] })
  store.put(draft)
  for (const { id } of waiting) store.remove(id)
  putSubscription(context, { ...subscription, latest_invoice: draft.id })
  return collect(context, finalize(context, draft))
}
