import { z } from 'zod'
import { Billable, PaymentProvider } from '#schemas/billing/billable.ts'
import type { EventOf } from '../event.ts'

const of = { comparisonId: z.uuid() }

/** Something that a payment provider knew and the log did not, or differently. */
const Difference = z.object({
  /** `surplus`: a subscription that goes on beside the one that counts; somebody made it at the provider by hand. */
  of: z.enum(['subscription', 'invoice', 'surplus']),
  /** The provider's own ids. */
  id: z.string(),
  customerId: z.string(),
  billable: Billable,
})

/** A comparison of all that a payment provider knows with the log: once a day, and when an operator asks for it. */
export const billingComparisonEvents = {
  BillingComparisonOrdered: z.object(of),
  BillingCompared: z.object({
    ...of,
    provider: PaymentProvider,
    startedAt: z.iso.datetime(),
    /** How many of each there are at the provider. */
    subscriptions: z.int(),
    invoices: z.int(),
    /** How many differed; the first of them are listed. All but those that are `surplus` are recorded by now. */
    found: z.int(),
    differences: z.array(Difference),
  }),
}

export type BillingComparisonEvent = EventOf<typeof billingComparisonEvents>

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
