import { daysAfter } from '#schemas/time/dates.ts'

/** Days that a plan is kept after a renewal could not be charged (D-97, P-8). */
const overdueDays = 14

/** The facts that decide about a subscription; times are UTC instants. */
export type SubscriptionTimes = { trialEndsAt: string | null; endsAt: string | null; overdueSince: string | null }

/** When a subscription ends or has ended, as far as it is known by now: also for a payment that was never made. */
export const endOf = ({ endsAt, overdueSince }: SubscriptionTimes, now: string): string | null => {
  const lapse = overdueSince === null ? null : daysAfter(overdueSince, overdueDays)
  if (lapse === null || lapse > now) return endsAt
  return endsAt !== null && endsAt < lapse ? endsAt : lapse
}

/** Whether its plan counts: it has no end, or one in the future, so also while it is in grace (D-14). */
export const subscriptionIsActive = (times: SubscriptionTimes, now: string): boolean => {
  const end = endOf(times, now)
  return end === null || end > now
}

/** Four independent states (D-15). */
export type BillingState = { active: boolean; trial: boolean; grace: boolean; needs_subscription: boolean }

/** The states of a billable from its newest subscription, null without one, and the end of its own trial. */
export const billingState = (
  times: SubscriptionTimes | null,
  trialEndsAt: string | null,
  now: string,
): BillingState => {
  const end = times && endOf(times, now)
  return {
    active: times !== null && end === null,
    trial: [trialEndsAt, times?.trialEndsAt ?? null].some((each) => each !== null && each > now),
    grace: end !== null && end > now,
    needs_subscription: times === null || (end !== null && end <= now),
  }
}
