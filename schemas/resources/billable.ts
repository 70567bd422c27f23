import { z } from 'zod'
import { OrderKind } from '../events/billing-order.ts'
import { BillingOrderId } from '../ids.ts'

/** A subscription of a team or user; the one named 'default' applies. Times are UTC instants. */
const Subscription = z.object({
  name: z.string(),
  provider_plan: z.string(),
  trial_ends_at: z.iso.datetime().nullable(),
  ends_at: z.iso.datetime().nullable(),
  /** The end of the period that is paid for, when the next one begins unless it is cancelled. */
  period_ends_at: z.iso.datetime().nullable(),
  quantity: z.int(),
  status: z.enum(['trialing', 'active', 'past_due', 'ended']),
})

/** Independent of each other (D-15). */
const State = z.object({ active: z.boolean(), trial: z.boolean(), grace: z.boolean(), needs_subscription: z.boolean() })

const PaymentAction = z.object({ kind: z.enum(['payment', 'setup']), client_secret: z.string() })

const OpenOrder = z.object({
  id: BillingOrderId,
  kind: OrderKind,
  /** An id of the plans file; null for an order that leaves the plan as it is. */
  plan: z.string().nullable(),
  since: z.iso.datetime(),
})

/**
 * The billing fields of a team or user who can subscribe. All who see it see subscriptions and state; the rest is null
 * for everybody but who pays, the owner of the team or the user, in a session of their own (D-114).
 */
export const billableFields = {
  /** The newest one, also when it has ended; without a first attempt that was not paid. */
  subscriptions: z.array(Subscription),
  state: State,
  /** The VAT on the next invoices, in percent. */
  tax_rate: z.number().nullable(),
  card_brand: z.string().nullable(),
  card_last_four: z.string().nullable(),
  extra_billing_information: z.string().nullable(),
  stripe_id: z.string().nullable(),
  braintree_id: z.string().nullable(),
  /** The plan that was chosen at registration, until there is a subscription: an id of the plans file. */
  chosen_plan: z.string().nullable(),
  /** The confirmation that the payer owes their bank. */
  payment_action: PaymentAction.nullable(),
  /** The change that is under way. */
  billing_order: OpenOrder.nullable(),
  /** Sealed in the log. */
  billing_address: z.string().nullable(),
  billing_address_line_2: z.string().nullable(),
  billing_city: z.string().nullable(),
  billing_state: z.string().nullable(),
  billing_zip: z.string().nullable(),
  /** ISO 3166-1, two capital letters. */
  billing_country: z.string().nullable(),
  vat_id: z.string().nullable(),
}

export const Billing = z.object(billableFields)
export type Billing = z.infer<typeof Billing>
export type PaymentAction = z.infer<typeof PaymentAction>
