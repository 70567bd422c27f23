import type Stripe from 'stripe'
import { z } from 'zod'
import { collect, methodFor } from '../billing/collect.ts'
import { finalize, intentOf, markPaid, saveInvoice, voidInvoice } from '../billing/invoices.ts'
import { methodOfCustomer } from '../billing/payment-methods.ts'
import type { Context } from '../context.ts'
import { ApiError, invalidRequest, noSuch } from '../errors.ts'
import { listPage, pageOf } from '../listing.ts'
import { flag, metadata, noParameters, paging, parameters, text, times } from '../parameters.ts'
import { route } from '../routes.ts'
import { given, idOrNull, mergedMetadata } from '../values.ts'

const path = '/v1/invoices'

/** @throws {ApiError} when there is none */
const invoiceOf = ({ store }: Context, id: string): Stripe.Invoice => {
  const invoice = store.find<Stripe.Invoice>('invoice', id)
  if (invoice === undefined) throw noSuch('invoice', id, 'id')
  return invoice
}

const listSchema = parameters<Stripe.InvoiceListParams>()({
  ...paging,
  collection_method: z.enum(['charge_automatically', 'send_invoice']).optional(),
  created: times.optional(),
  customer: text.optional(),
  status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
  subscription: text.optional(),
})

const updateSchema = parameters<Stripe.InvoiceUpdateParams>()({
  auto_advance: flag.optional(),
  default_payment_method: text.optional(),
  description: z.string().optional(),
  footer: z.string().optional(),
  metadata: metadata.optional(),
})

const paySchema = parameters<Stripe.InvoicePayParams>()({
  forgive: flag.optional(),
  off_session: flag.optional(),
  paid_out_of_band: flag.optional(),
  payment_method: text.optional(),
})

const finalizeSchema = parameters<Stripe.InvoiceFinalizeInvoiceParams>()({ auto_advance: flag.optional() })

const lineSchema = parameters<Stripe.InvoiceListLineItemsParams>()(paging)

const requireOpen = (invoice: Stripe.Invoice, action: string): void => {
  if (invoice.status === 'open' || (action === 'void' && invoice.status === 'uncollectible')) return
  throw invalidRequest(
    invoice.status === 'paid'
      ? 'Invoice is already paid'
      : `You can only ${action} an open invoice. This invoice is ${invoice.status}.`,
    { code: 'invoice_not_editable' },
  )
}

const needsAction = (context: Context, intent: Stripe.PaymentIntent | undefined): ApiError =>
  new ApiError(
    402,
    {
      type: 'card_error',
      code: 'invoice_payment_intent_requires_action',
      message: 'Payment for this invoice requires additional user action before it can be completed successfully.',
      ...(intent === undefined ? {} : { payment_intent: context.store.find('payment_intent', intent.id) ?? intent }),
    },
    true,
  )

const pay = (context: Context, before: Stripe.Invoice, params: z.output<typeof paySchema>): Stripe.Invoice => {
  const open = before.status === 'draft' ? finalize(context, before) : before
  if (open.status === 'paid' && before.status === 'draft') return open
  requireOpen(open, 'pay')
  if (params.paid_out_of_band === true) return markPaid(context, open, null, true)
  const { payment_method: id } = params
  const customer = idOrNull(open.customer) ?? ''
  const method = id === undefined ? methodFor(context, open) : methodOfCustomer(context, id, customer, 'payment_method')
  if (method === undefined) {
    throw invalidRequest(
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method.',
      { code: 'resource_missing' },
    )
  }
  const { invoice, intent, failure } = collect(context, open, method)
  if (invoice.status === 'paid') return invoice
  throw failure === undefined ? needsAction(context, intent) : new ApiError(402, failure, true)
}

export const invoiceRoutes = [
  route('GET', path, listSchema, ({ store }, params) =>
    listPage<Stripe.Invoice>(store, 'invoice', params, path, {
      collection_method: params.collection_method,
      customer: params.customer,
      'parent.subscription_details.subscription': params.subscription,
      status: params.status,
    }),
  ),
  route('GET', `${path}/:id`, noParameters, (context, _, [id]) => invoiceOf(context, id)),
  route('POST', `${path}/:id`, updateSchema, (context, params, [id]) => {
    const before = invoiceOf(context, id)
    const { metadata: names, expand: _, ...changes } = params
    const invoice = { ...before, ...given(changes), metadata: mergedMetadata(before.metadata, names) }
    return saveInvoice(context, invoice, 'invoice.updated', before)
  }),
  route('POST', `${path}/:id/finalize`, finalizeSchema, (context, _, [id]) =>
    finalize(context, invoiceOf(context, id)),
  ),
  route('POST', `${path}/:id/pay`, paySchema, (context, params, [id]) => pay(context, invoiceOf(context, id), params)),
  route('POST', `${path}/:id/void`, noParameters, (context, _, [id]) => {
    const invoice = invoiceOf(context, id)
    requireOpen(invoice, 'void')
    return voidInvoice(context, invoice)
  }),
  route('POST', `${path}/:id/mark_uncollectible`, noParameters, (context, _, [id]) => {
    const before = invoiceOf(context, id)
    requireOpen(before, 'mark uncollectible')
    const transitions = { ...before.status_transitions, marked_uncollectible_at: context.now }
    const lost = { status: 'uncollectible' as const, status_transitions: transitions, next_payment_attempt: null }
    return saveInvoice(context, { ...before, ...lost }, 'invoice.marked_uncollectible')
  }),
  route('GET', `${path}/:id/lines`, lineSchema, (context, params, [id]) =>
    pageOf(invoiceOf(context, id).lines.data, params, `${path}/${id}/lines`),
  ),
]

/** What an invoice has only where it is asked for. */
export const invoiceIncludable = {
  confirmation_secret: (invoice: Stripe.Invoice, store: Context['store']) => {
    const intent = invoice.status === 'open' ? intentOf({ store }, invoice) : undefined
    return typeof intent?.client_secret === 'string'
      ? { client_secret: intent.client_secret, type: 'payment_intent' }
      : null
  },
}
