import type Stripe from 'stripe'
import { z } from 'zod'
import { emptyable, flag, integer, metadata, parameters, text } from './parameters.ts'

export const discountList = emptyable(
  z.array(z.strictObject({ coupon: text.optional(), promotion_code: text.optional(), discount: text.optional() })),
)

const missingMethod = z.enum(['cancel', 'create_invoice', 'pause'])

const details = {
  automatic_tax: z.strictObject({ enabled: z.enum(['false']) }).optional(),
  cancel_at_period_end: flag.optional(),
  collection_method: z.enum(['charge_automatically']).optional(),
  default_payment_method: text.optional(),
  default_tax_rates: emptyable(z.array(text).max(5)).optional(),
  discounts: discountList.optional(),
  metadata: metadata.optional(),
  off_session: flag.optional(),
  payment_settings: z
    .strictObject({
      payment_method_types: emptyable(z.array(z.enum(['card']))).optional(),
      save_default_payment_method: z.enum(['off', 'on_subscription']).optional(),
    })
    .optional(),
  proration_behavior: z.enum(['always_invoice', 'create_prorations', 'none']).optional(),
  trial_end: z.union([z.literal('now'), integer]).optional(),
  trial_settings: z
    .strictObject({ end_behavior: z.strictObject({ missing_payment_method: missingMethod }) })
    .optional(),
}

const quantity = integer.optional()

const createItems = z.array(z.strictObject({ price: text, quantity, metadata: metadata.optional() })).max(20)

export const updateItems = z
  .array(
    z.strictObject({
      id: text.optional(),
      price: text.optional(),
      quantity,
      deleted: flag.optional(),
      metadata: metadata.optional(),
    }),
  )
  .max(20)

export const createSubscription = parameters<Stripe.SubscriptionCreateParams>()({
  ...details,
  billing_mode: z.strictObject({ type: z.enum(['flexible']) }).optional(),
  currency: text.optional(),
  customer: text,
  description: text.optional(),
  items: createItems,
  payment_behavior: z.enum(['allow_incomplete', 'default_incomplete', 'error_if_incomplete']).optional(),
  trial_period_days: integer.optional(),
})
export type CreateSubscription = z.output<typeof createSubscription>

export const cancellationDetails = z.strictObject({
  comment: z.string().optional(),
  feedback: emptyable(
    z.enum([
      'customer_service',
      'low_quality',
      'missing_features',
      'other',
      'switched_service',
      'too_complex',
      'too_expensive',
      'unused',
    ]),
  ).optional(),
})

export const updateSubscription = parameters<Stripe.SubscriptionUpdateParams>()({
  ...details,
  billing_cycle_anchor: z.strictObject({ type: z.enum(['now', 'unchanged']) }).optional(),
  cancel_at: emptyable(integer).optional(),
  cancellation_details: cancellationDetails.optional(),
  description: emptyable(text).optional(),
  items: updateItems.optional(),
  payment_behavior: z
    .enum(['allow_incomplete', 'default_incomplete', 'error_if_incomplete', 'pending_if_incomplete'])
    .optional(),
  proration_date: integer.optional(),
})
export type UpdateSubscription = z.output<typeof updateSubscription>
