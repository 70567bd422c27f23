import type { Billable } from '#schemas/billing/billable.ts'
import type { BillingEvent } from '#schemas/events/billing-account.ts'
import { type Billing, liveSubscription } from './state.ts'

/** Reminders of what is near by `at`; `trialEndsAt` is the end of the trial that a team began with. */
export type ReminderCommand = { billable: Billable; at: string } & (
  | { type: 'RemindOfTrial'; trialEndsAt: string }
  | { type: 'RemindOfCard' }
)

/** Milliseconds before the end of a trial at which its payer is told. */
export const aheadOfTrialEnd = 3 * 24 * 60 * 60 * 1000

const ofTrial = (billing: Billing, billable: Billable, ownTrial: string, at: string): BillingEvent[] => {
  const live = liveSubscription(billing)
  const trialEndsAt = live ? live.trialEndsAt : ownTrial
  if (trialEndsAt === null || billing.reminders.has(trialEndsAt)) return []
  // Who has cancelled knows that it ends; who had a subscription before has no other trial (D-97, P-3).
  if (live ? live.endsAt !== null : billing.known.size > 0) return []
  const left = Date.parse(trialEndsAt) - Date.parse(at)
  if (left <= 0 || left > aheadOfTrialEnd) return []
  return [{ type: 'TrialEndsSoon', data: { billable, subscriptionId: live?.subscriptionId ?? null, trialEndsAt } }]
}

const ofCard = (billing: Billing, billable: Billable, at: string): BillingEvent[] => {
  const { card, reminders } = billing
  const live = liveSubscription(billing)
  if (live === null || live.endsAt !== null || card?.expiry !== at.slice(0, 7) || reminders.has(card.methodId))
    return []
  return [{ type: 'CardExpiresSoon', data: { billable, methodId: card.methodId, expiry: card.expiry } }]
}

/** Nothing if it is not near, or the payer was told already. */
export const remind = (billing: Billing, command: ReminderCommand): BillingEvent[] =>
  command.type === 'RemindOfTrial'
    ? ofTrial(billing, command.billable, command.trialEndsAt, command.at)
    : ofCard(billing, command.billable, command.at)
