import { z } from 'zod'
import type { JobContract } from '../job.ts'
import { toldByProvider } from './run-billing-order.ts'

/** Compares all that the payment provider knows with the log; the event is the BillingComparisonOrdered. */
export const compareBilling = {
  name: 'compare-billing',
  payload: z.object({ eventId: z.uuid(), correlationId: z.string(), comparisonId: z.uuid() }),
  records: [...toldByProvider, 'BillingCompared'],
  options: { attempts: 5, backoff: { type: 'exponential', delay: 2000 }, removeOnComplete: true },
} as const satisfies JobContract

export type CompareBilling = z.infer<typeof compareBilling.payload>
