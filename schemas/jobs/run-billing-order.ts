import { z } from 'zod'
import { Billable } from '#schemas/billing/billable.ts'
import { BillingOrderId } from '../ids.ts'
import type { JobContract } from '../job.ts'

/** Carries out an order of a billable at its payment provider; the event is the BillingOrderPlaced, or the latest retry. */
export const runBillingOrder = {
  name: 'run-billing-order',
  payload: z.object({
    eventId: z.uuid(),
    correlationId: z.string(),
    billable: Billable,
    orderId: BillingOrderId,
  }),
  options: { attempts: 5, backoff: { type: 'exponential', delay: 2000 }, removeOnComplete: true },
} as const satisfies JobContract

export type RunBillingOrder = z.infer<typeof runBillingOrder.payload>
