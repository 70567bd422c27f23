import type Stripe from 'stripe'
import { z } from 'zod'
import { paymentsOf } from '../billing/invoices.ts'
import type { Context } from '../context.ts'
import { noSuch } from '../errors.ts'
import { listPage } from '../listing.ts'
import { noParameters, paging, parameters, text, times } from '../parameters.ts'
import { route } from '../routes.ts'
import { listOf } from '../values.ts'

const path = '/v1/invoice_payments'

const listSchema = parameters<Stripe.InvoicePaymentListParams>()({
  ...paging,
  created: times.optional(),
  invoice: text.optional(),
  payment: z.strictObject({ type: z.enum(['payment_intent']), payment_intent: text.optional() }).optional(),
  status: z.enum(['canceled', 'open', 'paid']).optional(),
})

export const invoicePaymentRoutes = [
  route('GET', path, listSchema, ({ store }, params) =>
    listPage<Stripe.InvoicePayment>(store, 'invoice_payment', params, path, {
      invoice: params.invoice,
      'payment.payment_intent': params.payment?.payment_intent,
      status: params.status,
    }),
  ),
  route('GET', `${path}/:id`, noParameters, ({ store }, _, [id]) => {
    const payment = store.find<Stripe.InvoicePayment>('invoice_payment', id)
    if (payment === undefined) throw noSuch('invoice_payment', id, 'id')
    return payment
  }),
]

/** The payments of an invoice, which it has only where they are asked for. */
export const includedPayments = (invoice: Stripe.Invoice, store: Context['store']) =>
  listOf(paymentsOf({ store }, invoice), `${path}?invoice=${invoice.id}`)
