import { z } from 'zod'
import { PaymentProvider } from '#schemas/billing/billable.ts'
import type { EventOf } from '../event.ts'

const providerEvent = { provider: PaymentProvider, eventId: z.string() }

/** News from a payment provider: a hint to ask it, whose content is not used (D-86). */
export const providerEventEvents = {
  ProviderEventReceived: z.object({
    ...providerEvent,
    type: z.string(),
    objectId: z.string().nullable(),
    customerId: z.string().nullable(),
  }),
  /** `not-ours`: the customer belongs to another installation. */
  ProviderEventHandled: z.object({ ...providerEvent, outcome: z.enum(['converged', 'not-ours']) }),
}

export type ProviderEventEvent = EventOf<typeof providerEventEvents>
