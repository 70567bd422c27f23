import type Stripe from 'stripe'
import { z } from 'zod'
import { collect, methodOf } from '../billing/collect.ts'
import { customerIn, voidInvoice } from '../billing/invoices.ts'
import { previewOfNew, previewOfNext } from '../billing/preview.ts'
import type { Context } from '../context.ts'
import { ApiError, invalidRequest, noSuch } from '../errors.ts'
import { listPage, pageOf } from '../listing.ts'
import { flag, integer, noParameters, paging, parameters, text, texts } from '../parameters.ts'
import { route } from '../routes.ts'
import { discountList, prorationBehavior, quantity } from '../subscription-parameters.ts'
import { customerOf, nobody } from './customers.ts'
import { subscriptionOf } from './subscriptions.ts'

const path = '/v1/invoices'

/** @throws {ApiError} when there is none */
const invoiceOf = ({ store }: Context, id: string): Stripe.Invoice => {
  const invoice = store.find<Stripe.Invoice>('invoice', id)
  if (invoice === undefined) throw noSuch('invoice', id, 'id')
  return invoice
}

/** @throws {ApiError} when it is not one that waits for its payment */
const openInvoice = (context: Context, id: string, action: string): Stripe.Invoice => {
  const invoice = invoiceOf(context, id)
  if (invoice.status === 'open') return invoice
  throw invalidRequest(
    invoice.status === 'paid'
      ? 'Invoice is already paid'
      : `You can only ${action} an open invoice. This invoice is ${invoice.status}.`,
    { code: 'invoice_not_editable' },
  )
}

const pay = (context: Context, id: string): Stripe.Invoice => {
  const open = openInvoice(context, id, 'pay')
  if (methodOf(context, customerIn(context.store, open)) === undefined) {
    throw invalidRequest(
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method.',
      { code: 'resource_missing' },
    )
  }
  const { invoice, intent, failure } = collect(context, open)
  if (invoice.status === 'paid') return invoice
  if (failure !== undefined) throw new ApiError(402, failure, true)
  const needsAction = {
    type: 'card_error',
    code: 'invoice_payment_intent_requires_action',
    message: 'Payment for this invoice requires additional user action before it can be completed successfully.',
    ...(intent === undefined ? {} : { payment_intent: intent }),
  } as const
  throw new ApiError(402, needsAction, true)
}

const previewSchema = parameters<Stripe.InvoiceCreatePreviewParams>()({
  currency: text.optional(),
  customer: text.optional(),
  customer_details: z.strictObject({ tax_exempt: z.enum(['none', 'reverse']).optional() }).optional(),
  discounts: discountList,
  subscription: text.optional(),
  subscription_details: z
    .strictObject({
      cancel_at_period_end: z.enum(['false']).optional(),
      default_tax_rates: texts.optional(),
      items: z.tuple([z.strictObject({ id: text.default(''), price: text, quantity })]).optional(),
      proration_behavior: prorationBehavior,
      trial_end: integer.optional(),
    })
    .optional(),
})

/** An invoice as it would be. Nothing is changed by looking at it. */
const preview = (context: Context, params: z.output<typeof previewSchema>): Stripe.Invoice => {
  const { customer: customerId, customer_details: details, discounts } = params
  const { items, ...terms } = params.subscription_details ?? {}
  if (params.subscription !== undefined) {
    const subscription = subscriptionOf(context, params.subscription, 'subscription')
    return previewOfNext(context, subscription, { ...terms, items }, discounts)
  }
  if (customerId === undefined && details === undefined) {
    throw invalidRequest('You must specify either `customer`, `customer_details` or `subscription`.', {
      code: 'parameter_missing',
    })
  }
  if (items === undefined) {
    throw invalidRequest('No upcoming invoices for customer', { code: 'invoice_upcoming_none' })
  }
  const known = customerId === undefined ? nobody(context) : customerOf(context, customerId, 'customer')
  const customer = { ...known, tax_exempt: details?.tax_exempt ?? known.tax_exempt ?? 'none' }
  return previewOfNew(context, customer, { ...terms, items }, discounts)
}

const listSchema = parameters<Stripe.InvoiceListParams>()({
  ...paging,
  customer: text.optional(),
  status: z.enum(['paid']).optional(),
})

export const invoiceRoutes = [
  route('GET', path, listSchema, ({ store }, { customer, status, ...params }) =>
    listPage<Stripe.Invoice>(store, 'invoice', params, path, { customer, status }),
  ),
  route('POST', `${path}/create_preview`, previewSchema, preview),
  route(
    'POST',
    `${path}/:id/pay`,
    parameters<Stripe.InvoicePayParams>()({ off_session: flag.optional() }),
    (context, _, [id]) => pay(context, id),
  ),
  route('POST', `${path}/:id/void`, noParameters, (context, _, [id]) =>
    voidInvoice(context, openInvoice(context, id, 'void')),
  ),
  route('GET', `${path}/:id/lines`, parameters<Stripe.InvoiceListLineItemsParams>()(paging), (context, params, [id]) =>
    pageOf(invoiceOf(context, id).lines.data, params, `${path}/${id}/lines`),
  ),
]
