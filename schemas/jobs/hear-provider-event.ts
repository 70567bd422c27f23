import { z } from 'zod'
import { PaymentProvider } from '#schemas/billing/billable.ts'
import type { JobContract } from '../job.ts'
import { toldByProvider } from './run-billing-order.ts'

/** Asks the payment provider about the customer that its news is about; the event is the ProviderEventReceived. */
export const hearProviderEvent = {
  name: 'hear-provider-event',
  payload: z.object({
    eventId: z.uuid(),
    correlationId: z.string(),
    provider: PaymentProvider,
    providerEventId: z.string(),
    customerId: z.string(),
  }),
  records: [...toldByProvider, 'ProviderEventHandled'],
  options: { attempts: 5, backoff: { type: 'exponential', delay: 2000 }, removeOnComplete: true },
} as const satisfies JobContract

export type HearProviderEvent = z.infer<typeof hearProviderEvent.payload>
