import { z } from 'zod'
import { Billable } from '#schemas/billing/billable.ts'
import type { EventOf } from '../event.ts'
import type { AccountEvent } from './billing.ts'
import type { BillingOrderEvent } from './billing-order.ts'
import type { DiscountEvent } from './discount.ts'
import type { SubscriptionEvent } from './subscription.ts'

/** Every event of the stream of a billing account. */
export type BillingEvent = AccountEvent | BillingOrderEvent | BillingReminderEvent | DiscountEvent | SubscriptionEvent

/** The announcements to a payer, once each. */
export const billingReminderEvents = {
  /** Three days before a trial ends: that of a subscription, or the one a team began with (`subscriptionId` null). */
  TrialEndsSoon: z.object({ billable: Billable, subscriptionId: z.string().nullable(), trialEndsAt: z.iso.datetime() }),
  /** In the last month of the card that a subscription is paid with; `expiry` is that month, 'yyyy-mm'. */
  CardExpiresSoon: z.object({ billable: Billable, methodId: z.string(), expiry: z.string() }),
}

export type BillingReminderEvent = EventOf<typeof billingReminderEvents>
