import type { Billing } from '#schemas/resources/billable.ts'
import { longDate } from '#web/lib/dates.ts'
import { timeZone } from '#web/lib/settings.ts'

type Subscription = Billing['subscriptions'][number]

const states: Record<Subscription['status'], string> = {
  active: 'active',
  trialing: 'on trial',
  past_due: 'payment overdue',
  ended: 'ended',
}

/** 'starter-monthly, on trial until March 5th, 2026'; 'None' without a subscription. */
export const subscriptionWords = (
  { subscriptions: [present] }: Pick<Billing, 'subscriptions'>,
  zone: string = timeZone(),
): string => {
  if (!present) return 'None'
  const { provider_plan, status, ends_at, trial_ends_at } = present
  const until = status === 'trialing' && trial_ends_at ? ` until ${longDate(trial_ends_at, zone)}` : ''
  const end = status !== 'ended' && ends_at ? `, ends on ${longDate(ends_at, zone)}` : ''
  return `${provider_plan}, ${states[status]}${until}${end}`
}

/** When a trial ends or has ended; it lasts to the end of a day, UTC (D-50). */
export const trialWords = (trialEndsAt: string | null, now: number = Date.now()): string => {
  if (trialEndsAt === null) return 'None'
  return `${Date.parse(trialEndsAt) > now ? 'Until' : 'Ended on'} ${longDate(trialEndsAt, 'UTC')}`
}
