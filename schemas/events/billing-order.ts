import { z } from 'zod'
import { Billable, inAccount } from '#schemas/billing/billable.ts'
import { Currency, MinorUnits } from '#schemas/billing/money.ts'
import { type EventOf, personalText } from '../event.ts'
import { BillingOrderId } from '../ids.ts'
import { DiscountTerms } from './discount.ts'

export const OrderKind = z.enum(['subscribe', 'swap', 'resume', 'cancel', 'card', 'coupon', 'discount', 'tax'])
export type OrderKind = z.infer<typeof OrderKind>

/** A plan at the price of the day it was ordered: in minor units, before tax, for each interval. */
export const OrderedPlan = z.object({
  id: z.string(),
  name: z.string(),
  unitMinor: MinorUnits,
  currency: Currency,
  interval: z.enum(['monthly', 'yearly']),
  quantity: z.int(),
})
export type OrderedPlan = z.infer<typeof OrderedPlan>

const order = { billable: Billable, orderId: BillingOrderId }

/** The confirmation that the payer owes their bank: of a payment, or of a card for later payments. */
const PayerAction = z.enum(['payment', 'setup'])

/**
 * An order of a billable, and what became of it. The provider is called only after the order is recorded, and by
 * workers alone; one order of a billable is open at a time.
 */
export const billingOrderEvents = {
  BillingOrderPlaced: z.object({
    ...order,
    account: z.string(),
    kind: OrderKind,
    /** Null for orders that leave the plan as it is. */
    plan: OrderedPlan.nullable(),
    /** The trial that the subscription keeps; null without one (D-97, P-2). */
    trialEndsAt: z.iso.datetime().nullable(),
    /** The payment method, as the provider's form returned it; null to charge the present one. */
    token: personalText,
    coupon: z.string().nullable(),
    /** Who stands on the invoice where the account is made only after the payment; none for an account that is there. */
    buyer: z.object({ name: personalText, email: personalText }).nullish(),
    discount: DiscountTerms.nullable(),
    placedAt: z.iso.datetime(),
  }),
  /** It is tried once more: by a worker after the provider failed, or since the payer says that they have confirmed. */
  BillingOrderRetried: z.object({ ...order, attempt: z.int(), by: z.enum(['worker', 'payer']) }),
  /** The payer has to confirm at their bank; `clientSecret` is for their browser. */
  BillingOrderAwaitsPayer: z.object({
    ...order,
    ...inAccount,
    action: PayerAction,
    clientSecret: personalText,
    invoiceId: z.string().nullable(),
  }),
  BillingOrderDone: z.object(order),
  /** `message` is meant for the payer, and the provider's own where it refused. */
  BillingOrderRefused: z.object({ ...order, code: z.string(), message: z.string() }),
}

export type BillingOrderEvent = EventOf<typeof billingOrderEvents>
