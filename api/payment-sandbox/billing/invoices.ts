import type Stripe from 'stripe'
import type { Context } from '../context.ts'
import { invalidRequest } from '../errors.ts'
import { emit, save } from '../events.ts'
import { newId } from '../ids.ts'
import { idOf, idOrNull } from '../values.ts'
import { discountsOf, endDiscount } from './discounts.ts'
import { amountsDue, draftInvoice, type InvoicePlan } from './invoice-draft.ts'
import { cancelIntent, newIntent } from './payment-intents.ts'
import { invoiceWasPaid, invoiceWasVoided, putSubscription, subscriptionOfInvoice } from './subscription-state.ts'

/** Writes an invoice, with the second at which its payment is tried again. */
export const saveInvoice = (
  context: Context,
  invoice: Stripe.Invoice,
  type: Stripe.Event.Type,
  before?: Stripe.Invoice,
): Stripe.Invoice =>
  save(context, invoice, type, { due: invoice.next_payment_attempt, ...(before === undefined ? {} : { before }) })

const customerOf = ({ store }: Context, invoice: Stripe.Invoice): Stripe.Customer => {
  const customer = store.find<Stripe.Customer>('customer', idOrNull(invoice.customer) ?? '')
  if (customer === undefined) throw new Error(`The customer of ${invoice.id} is gone.`)
  return customer
}

/** The payments of an invoice; the sandbox makes one, by one payment intent. */
export const paymentsOf = ({ store }: Pick<Context, 'store'>, invoice: Stripe.Invoice): Stripe.InvoicePayment[] =>
  store.list<Stripe.InvoicePayment>('invoice_payment', {
    customer: idOrNull(invoice.customer) ?? '',
    invoice: invoice.id,
  })

/** The payment intent of an invoice, none where nothing is to be paid. */
export const intentOf = (
  context: Pick<Context, 'store'>,
  invoice: Stripe.Invoice,
): Stripe.PaymentIntent | undefined => {
  const [payment] = paymentsOf(context, invoice)
  return context.store.find('payment_intent', idOrNull(payment?.payment.payment_intent) ?? '')
}

const descriptions: { [reason: string]: string } = {
  subscription_create: 'Subscription creation',
  subscription_cycle: 'Subscription cycle',
  subscription_update: 'Subscription update',
}

const openPayment = (context: Context, invoice: Stripe.Invoice): void => {
  const saves = subscriptionOfInvoice(context, invoice)?.payment_settings?.save_default_payment_method
  const intent = newIntent(context, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: invoice.customer,
    description: descriptions[invoice.billing_reason ?? ''] ?? `Payment for Invoice ${invoice.number}`,
    setup_future_usage: saves === 'on_subscription' || invoice.parent !== null ? 'off_session' : null,
  })
  const payment: Stripe.InvoicePayment = {
    id: newId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: context.now,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  }
  context.store.put(payment, null, idOrNull(invoice.customer) ?? '')
}

/** A coupon that counts once has done so. */
const endUsedDiscounts = (context: Context, invoice: Stripe.Invoice): void => {
  const subscription = subscriptionOfInvoice(context, invoice)
  if (subscription === undefined) return
  const off = new Map((invoice.total_discount_amounts ?? []).map(({ discount, amount }) => [idOf(discount), amount]))
  const used = discountsOf(context, subscription.discounts).filter((discount) => {
    const coupon = context.store.find<Stripe.Coupon>('coupon', idOrNull(discount.source.coupon) ?? '')
    return coupon?.duration === 'once' && (off.get(discount.id) ?? 0) > 0
  })
  if (used.length === 0) return
  const left = subscription.discounts.filter((id) => !used.some((discount) => discount.id === idOf(id)))
  putSubscription(context, { ...subscription, discounts: left })
  for (const discount of used) endDiscount(context, discount)
}

/** Issues a draft: it gets its number, and a payment where something is to be paid. */
export const finalize = (context: Context, before: Stripe.Invoice): Stripe.Invoice => {
  if (before.status !== 'draft') {
    throw invalidRequest("This invoice is already finalized, you can't re-finalize a non-draft invoice.", {
      code: 'invoice_not_editable',
    })
  }
  const customer = customerOf(context, before)
  const sequence = customer.next_invoice_sequence ?? 1
  const { amount_due: due, ending_balance: balance } = amountsDue(before.total, customer.balance)
  const invoice: Stripe.Invoice = {
    ...before,
    amount_due: due,
    amount_remaining: due,
    effective_at: context.now,
    ending_balance: balance,
    number: `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`,
    starting_balance: customer.balance,
    status: 'open',
    status_transitions: { ...before.status_transitions, finalized_at: context.now },
  }
  const changed = { ...customer, next_invoice_sequence: sequence + 1, balance, currency: invoice.currency }
  context.store.put(changed)
  if (due > 0) openPayment(context, invoice)
  saveInvoice(context, invoice, 'invoice.finalized')
  endUsedDiscounts(context, invoice)
  return due > 0 ? invoice : markPaid(context, invoice, null)
}

/** Records that an invoice is paid; method: null where nothing was to be paid, or it was paid elsewhere. */
export const markPaid = (
  context: Context,
  before: Stripe.Invoice,
  method: string | null,
  outOfBand = false,
): Stripe.Invoice => {
  const invoice: Stripe.Invoice = {
    ...before,
    amount_paid: outOfBand ? 0 : before.amount_due,
    ...(outOfBand ? { amount_paid_off_stripe: before.amount_due } : {}),
    amount_remaining: 0,
    attempted: true,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...before.status_transitions, paid_at: context.now },
  }
  for (const payment of paymentsOf(context, before)) {
    const transitions = {
      ...payment.status_transitions,
      ...(outOfBand ? { canceled_at: context.now } : { paid_at: context.now }),
    }
    const settled: Stripe.InvoicePayment = {
      ...payment,
      amount_paid: outOfBand ? null : payment.amount_requested,
      status: outOfBand ? 'canceled' : 'paid',
      status_transitions: transitions,
    }
    save(context, settled, 'invoice_payment.paid', { owner: idOrNull(before.customer) ?? '' })
  }
  saveInvoice(context, invoice, 'invoice.paid')
  emit(context, 'invoice.payment_succeeded', invoice)
  invoiceWasPaid(context, invoice, method)
  return invoice
}

/** Writes a draft. */
export const makeInvoice = (context: Context, plan: InvoicePlan): Stripe.Invoice =>
  saveInvoice(context, draftInvoice(context, plan), 'invoice.created')

/** Withdraws an invoice that was issued. */
export const voidInvoice = (context: Context, before: Stripe.Invoice): Stripe.Invoice => {
  const intent = intentOf(context, before)
  if (intent !== undefined && intent.status !== 'succeeded') cancelIntent(context, intent, 'void_invoice')
  const invoice: Stripe.Invoice = {
    ...before,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'void',
    status_transitions: { ...before.status_transitions, voided_at: context.now },
  }
  saveInvoice(context, invoice, 'invoice.voided')
  invoiceWasVoided(context, invoice)
  return invoice
}
