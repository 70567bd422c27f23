import { z } from 'zod'
import { Billable, inAccount } from '#schemas/billing/billable.ts'
import { Currency, MinorUnits } from '#schemas/billing/money.ts'
import { type EventOf, personalText } from '../event.ts'

/** The price of each interval, in minor units before tax. `plan` is an id of the plans file. */
const terms = {
  plan: z.string(),
  unitMinor: MinorUnits,
  interval: z.enum(['monthly', 'yearly']),
  quantity: z.int(),
  currency: Currency,
}

const subscription = { billable: Billable, subscriptionId: z.string() }
/** When it happened by the provider's clock, but never later than it was recorded. */
const at = z.iso.datetime()
const periodEnd = z.iso.datetime()

/**
 * A subscription as its provider tells it. Prices and times are recorded, so that the revenue of any day can be worked
 * out from the log alone (D-61).
 */
export const subscriptionEvents = {
  SubscriptionStarted: z.object({ ...subscription, ...terms, at, trialEndsAt: at.nullable(), periodEnd }),
  PlanSwapped: z.object({ ...subscription, ...terms, at, periodEnd, from: z.object(terms) }),
  TrialEnded: z.object({ ...subscription, at, periodEnd }),
  /** It ends at `endsAt` unless it is resumed. */
  SubscriptionCancelled: z.object({ ...subscription, at, endsAt: z.iso.datetime() }),
  SubscriptionResumed: z.object({ ...subscription, at }),
  SubscriptionRenewed: z.object({ ...subscription, at, periodEnd }),
  /** A renewal could not be charged; the plan is kept for 14 days (D-97, P-8). */
  PaymentOverdue: z.object({ ...subscription, at }),
  /** The payer has to confirm a renewal at their bank; `clientSecret` is for their browser. */
  RenewalAwaitsPayer: z.object({
    ...inAccount,
    ...subscription,
    at,
    clientSecret: personalText,
    invoiceId: z.string().nullable(),
  }),
  /** The payer has nothing to confirm any more: it was declined, given up or is under way. It is owed as before. */
  RenewalWaitEnded: z.object({ ...subscription, at }),
  PaymentRecovered: z.object({ ...subscription, at }),
  SubscriptionEnded: z.object({ ...subscription, at, reason: z.enum(['cancelled', 'unpaid', 'disputed']) }),
}

export type SubscriptionEvent = EventOf<typeof subscriptionEvents>
