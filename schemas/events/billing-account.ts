import type { AccountEvent } from './billing.ts'
import type { BillingOrderEvent } from './billing-order.ts'
import type { BillingReminderEvent } from './billing-reminder.ts'
import type { DiscountEvent } from './discount.ts'
import type { SubscriptionEvent } from './subscription.ts'

/** Every event of the stream of a billing account. */
export type BillingEvent = AccountEvent | BillingOrderEvent | BillingReminderEvent | DiscountEvent | SubscriptionEvent
