import type Stripe from 'stripe'
import { makeInvoiceItem } from '../billing/invoice-items.ts'
import type { Context } from '../context.ts'
import { invalidRequest, noSuch } from '../errors.ts'
import { save } from '../events.ts'
import { listPage } from '../listing.ts'
import { flag, integer, metadata, noParameters, paging, parameters, text, times } from '../parameters.ts'
import { route } from '../routes.ts'
import { idOrNull, mergedMetadata } from '../values.ts'
import { customerOf } from './customers.ts'
import { subscriptionOf } from './subscriptions.ts'

const path = '/v1/invoiceitems'

const invoiceItemOf = ({ store }: Context, id: string): Stripe.InvoiceItem => {
  const item = store.find<Stripe.InvoiceItem>('invoiceitem', id)
  if (item === undefined) throw noSuch('invoiceitem', id, 'id')
  return item
}

const createSchema = parameters<Stripe.InvoiceItemCreateParams>()({
  amount: integer,
  currency: text,
  customer: text,
  description: text.optional(),
  discountable: flag.optional(),
  metadata: metadata.optional(),
  subscription: text.optional(),
})

const listSchema = parameters<Stripe.InvoiceItemListParams>()({
  ...paging,
  created: times.optional(),
  customer: text.optional(),
  invoice: text.optional(),
})

export const invoiceItemRoutes = [
  /** Something that the next invoice is to contain. */
  route('POST', path, createSchema, (context, params) => {
    const customer = customerOf(context, params.customer, 'customer')
    const subscription =
      params.subscription === undefined ? null : subscriptionOf(context, params.subscription, 'subscription').id
    const proration = { proration: false, proration_details: null, invoice_item: '', subscription }
    const draft = {
      amount: params.amount,
      description: params.description ?? '',
      period: { start: context.now, end: context.now },
      price: null,
      quantity: 1,
      discountable: params.discountable ?? params.amount > 0,
      taxRates: [],
      parent: {
        invoice_item_details: proration,
        subscription_item_details: null,
        type: 'invoice_item_details' as const,
      },
      subscription,
      metadata: mergedMetadata(null, params.metadata),
    }
    const currency = params.currency.toLowerCase()
    const testClock = idOrNull(customer.test_clock)
    return makeInvoiceItem(context, draft, { customer: customer.id, currency, testClock })
  }),
  route('GET', path, listSchema, ({ store }, params) =>
    listPage<Stripe.InvoiceItem>(store, 'invoiceitem', params, path, {
      customer: params.customer,
      invoice: params.invoice,
    }),
  ),
  route('GET', `${path}/:id`, noParameters, (context, _, [id]) => invoiceItemOf(context, id)),
  route('DELETE', `${path}/:id`, noParameters, (context, _, [id]) => {
    const item = invoiceItemOf(context, id)
    if (item.invoice !== null) {
      throw invalidRequest('You cannot delete an invoice item that is on an invoice.', { code: 'invoice_not_editable' })
    }
    save(context, item, 'invoiceitem.deleted')
    context.store.remove(id)
    return { id, object: 'invoiceitem', deleted: true }
  }),
]
