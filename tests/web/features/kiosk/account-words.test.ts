import { describe, expect, test } from 'vitest'
import type { Billing } from '#schemas/resources/billable.ts'
import { subscriptionWords, trialWords } from '#web/features/kiosk/accounts/account-words.ts'

type Subscription = Billing['subscriptions'][number]

const present: Subscription = {
  name: 'default',
  provider_plan: 'starter-monthly',
  trial_ends_at: null,
  ends_at: null,
  period_ends_at: null,
  quantity: 1,
  status: 'active',
}
const words = (changes: Partial<Subscription> = {}) =>
  subscriptionWords({ subscriptions: [{ ...present, ...changes }] }, 'Europe/London')

describe('a subscription in words', () => {
  test('names plan and state, and the end that is near', () => {
    expect(subscriptionWords({ subscriptions: [] }, 'Europe/London')).toBe('None')
    expect(words()).toBe('starter-monthly, active')
    expect(words({ status: 'trialing', trial_ends_at: '2026-03-05T12:00:00.000Z' })).toBe(
      'starter-monthly, on trial until March 5th, 2026',
    )
    expect(words({ ends_at: '2026-03-05T12:00:00.000Z' })).toBe('starter-monthly, active, ends on March 5th, 2026')
    expect(words({ status: 'ended', ends_at: '2026-03-05T12:00:00.000Z' })).toBe('starter-monthly, ended')
    expect(words({ status: 'past_due' })).toBe('starter-monthly, payment overdue')
  })
})

describe('a trial in words', () => {
  test('[D-50] lasts to the end of its day, UTC', () => {
    const now = Date.parse('2026-06-05T12:00:00Z')
    expect(trialWords(null, now)).toBe('None')
    expect(trialWords('2026-06-05T23:59:59.999Z', now)).toBe('Until June 5th, 2026')
    expect(trialWords('2026-06-04T23:59:59.999Z', now)).toBe('Ended on June 4th, 2026')
  })
})
