import type Stripe from 'stripe'
import { z } from 'zod'
import { preview } from '../billing/preview.ts'
import { invalidRequest } from '../errors.ts'
import { emptyable, flag, integer, parameters, text } from '../parameters.ts'
import { route } from '../routes.ts'
import { discountList, updateItems } from '../subscription-parameters.ts'
import { idOf } from '../values.ts'
import { customerOf, nobody } from './customers.ts'
import { subscriptionOf } from './subscriptions.ts'

const detailsSchema = z.strictObject({
  billing_cycle_anchor: z
    .enum(['now', 'unchanged'])
    .transform((type) => ({ type }))
    .optional(),
  billing_mode: z.strictObject({ type: z.enum(['flexible']) }).optional(),
  cancel_at_period_end: flag.optional(),
  default_tax_rates: emptyable(z.array(text)).optional(),
  items: updateItems.optional(),
  proration_behavior: z.enum(['always_invoice', 'create_prorations', 'none']).optional(),
  proration_date: integer.optional(),
  trial_end: z.union([z.literal('now'), integer]).optional(),
})

const schema = parameters<Stripe.InvoiceCreatePreviewParams>()({
  currency: text.optional(),
  customer: text.optional(),
  customer_details: z.strictObject({ tax_exempt: z.enum(['exempt', 'none', 'reverse']).optional() }).optional(),
  discounts: discountList.optional(),
  preview_mode: z.enum(['next']).optional(),
  subscription: text.optional(),
  subscription_details: detailsSchema.optional(),
})

export const invoicePreviewRoutes = [
  route('POST', '/v1/invoices/create_preview', schema, (context, params) => {
    const { subscription: id, customer, subscription_details: terms = {} } = params
    const subscription = id === undefined ? undefined : subscriptionOf(context, id, 'subscription')
    const owner = subscription === undefined ? customer : idOf(subscription.customer)
    const { discounts, customer_details: details } = params
    if (owner === undefined && details === undefined) {
      throw invalidRequest('You must specify either `customer`, `customer_details` or `subscription`.', {
        code: 'parameter_missing',
      })
    }
    const known = owner === undefined ? nobody(context) : customerOf(context, owner, 'customer')
    const asked = { ...known, ...(details?.tax_exempt === undefined ? {} : { tax_exempt: details.tax_exempt }) }
    return preview(context, { customer: asked, subscription, discounts, terms })
  }),
]
