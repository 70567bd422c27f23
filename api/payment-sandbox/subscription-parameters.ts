import type Stripe from 'stripe'
import { z } from 'zod'
import { flag, integer, metadata, parameters, text, texts } from './parameters.ts'

const givenDiscount = z.strictObject({ coupon: text.optional(), promotion_code: text.optional() })
export type GivenDiscount = z.output<typeof givenDiscount>

export const discountList = z.array(givenDiscount).optional()

const oneItem = { error: 'Invalid array: a subscription of the sandbox has one item' }

export const quantity = integer.optional()

export const prorationBehavior = z.enum(['always_invoice', 'create_prorations']).optional()

const changedItems = z.tuple([z.strictObject({ id: text, price: text, quantity })], oneItem).optional()

export const createSchema = parameters<Stripe.SubscriptionCreateParams>()({
  customer: text,
  default_tax_rates: texts.optional(),
  discounts: discountList,
  items: z.tuple([z.strictObject({ price: text, quantity })], oneItem),
  metadata,
  payment_behavior: z.enum(['allow_incomplete']).optional(),
  trial_end: integer.optional(),
  trial_settings: z
    .strictObject({ end_behavior: z.strictObject({ missing_payment_method: z.enum(['cancel']) }) })
    .optional(),
})
export type CreateSubscription = z.output<typeof createSchema>

export const updateSchema = parameters<Stripe.SubscriptionUpdateParams>()({
  cancel_at_period_end: flag.optional(),
  default_tax_rates: texts.optional(),
  discounts: discountList,
  items: changedItems,
  payment_behavior: z.enum(['allow_incomplete', 'pending_if_incomplete']).optional(),
  proration_behavior: prorationBehavior,
})
export type UpdateSubscription = z.output<typeof updateSchema>
