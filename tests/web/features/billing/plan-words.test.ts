import { describe, expect, test } from 'vitest'
import { defaultPlans } from '#schemas/billing/plans.ts'
import type { Billing } from '#schemas/resources/billable.ts'
import { activePlan, badgeOf, cardName, daysUntil, offeredPlans } from '#web/features/billing/plan-words.ts'
import { taxOn, withTax } from '#web/lib/plan-price.ts'

type Subscription = Billing['subscriptions'][number]

const subscription = (changes: Partial<Subscription>): Subscription => ({
  name: 'default',
  provider_plan: 'starter-monthly',
  trial_ends_at: null,
  ends_at: null,
  period_ends_at: null,
  quantity: 1,
  status: 'active',
  ...changes,
})
const state = { active: false, trial: false, grace: false, needs_subscription: false }

describe('the words of a subscription', () => {
  test('[CONST2-08] [CONST2-09] tax is a percentage of the price, and comes on top of it', () => {
    expect([taxOn(19, 20), withTax(19, 20)]).toEqual([3.8, 22.8])
    expect([taxOn(79, 0), withTax(79, 0)]).toEqual([0, 79])
  })

  test.each([
    [{ ...state, grace: true, trial: true, active: true }, 'On grace period'],
    [{ ...state, trial: true, active: true }, 'On trial'],
    [{ ...state, active: true }, 'Active'],
    [{ ...state, needs_subscription: true }, 'Needs subscription'],
  ])('[STATE2-05] %o is shown as %s', (given, text) => {
    expect(badgeOf(given).text).toBe(text)
  })

  test('[STATE2-06] the active plan is that of the default subscription that has not ended', () => {
    const planOf = (...subscriptions: Subscription[]) => activePlan(defaultPlans, { subscriptions })?.id
    expect(planOf(subscription({}))).toBe('starter-monthly')
    expect(planOf(subscription({ status: 'ended' }))).toBeUndefined()
    expect(planOf(subscription({ name: 'other' }))).toBeUndefined()
    expect(planOf(subscription({ provider_plan: 'of-last-year' }))).toBeUndefined()
  })

  test('[STATE2-07] teams and people choose from plans of their own, of one interval, and free ones', () => {
    const ids = (...of: Parameters<typeof offeredPlans> extends [unknown, ...infer Rest] ? Rest : never) =>
      offeredPlans(defaultPlans, ...of).map(({ id }) => id)
    expect(ids('team', 'yearly')).toEqual(['free', 'starter-yearly', 'business-yearly'])
    expect(ids('user', 'monthly')).toEqual(['solo-monthly'])
  })

  test('days are counted to the end of the one that has begun', () => {
    const now = Date.parse('2026-11-22T12:00:00Z')
    expect(
      ['2026-12-02T12:00:00Z', '2026-11-22T13:00:00Z', '2026-11-21T12:00:00Z'].map((end) => daysUntil(end, now)),
    ).toEqual([10, 1, 0])
  })

  test('a card is named by its brand and last digits', () => {
    expect(cardName('amex', '0005')).toBe('American Express ending in 0005')
    expect(cardName('unheard-of', '4242')).toBe('Card ending in 4242')
    expect(cardName('paypal', '')).toBe('PayPal')
  })
})
