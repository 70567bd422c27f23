import { z } from 'zod'
import { Billable } from '#schemas/billing/billable.ts'
import { billingEvents } from '../events/billing.ts'
import { billingOrderEvents } from '../events/billing-order.ts'
import { discountEvents } from '../events/discount.ts'
import { invoiceEvents, invoiceNumberEvents } from '../events/invoice.ts'
import type { EventType } from '../events/registry.ts'
import { subscriptionEvents } from '../events/subscription.ts'
import { BillingOrderId } from '../ids.ts'
import type { JobContract } from '../job.ts'

/** What a payment provider may tell of a customer, as events. */
export const toldByProvider = Object.keys({
  ...billingEvents,
  ...billingOrderEvents,
  ...discountEvents,
  ...invoiceEvents,
  ...invoiceNumberEvents,
  ...subscriptionEvents,
}) as EventType[]

/** Carries out an order of a billable at its payment provider; the event is the BillingOrderPlaced, or the latest retry. */
export const runBillingOrder = {
  name: 'run-billing-order',
  payload: z.object({
    eventId: z.uuid(),
    correlationId: z.string(),
    billable: Billable,
    orderId: BillingOrderId,
  }),
  records: toldByProvider,
  options: { attempts: 5, backoff: { type: 'exponential', delay: 2000 }, removeOnComplete: true },
} as const satisfies JobContract

export type RunBillingOrder = z.infer<typeof runBillingOrder.payload>
