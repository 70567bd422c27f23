import { describe, expect, test } from 'vitest'
import {
  billingState,
  endOf,
  type SubscriptionTimes,
  subscriptionIsActive,
} from '#schemas/billing/subscription-state.ts'

const now = '2026-03-15T10:00:00.000Z'
const before = '2026-03-15T09:59:59.999Z'
const after = '2026-03-15T10:00:00.001Z'
const times = (changes: Partial<SubscriptionTimes> = {}): SubscriptionTimes => ({
  trialEndsAt: null,
  endsAt: null,
  overdueSince: null,
  ...changes,
})
const stateOf = (changes: Partial<SubscriptionTimes> | null, ownTrial: string | null = null) =>
  billingState(changes && times(changes), ownTrial, now)

describe('the state of a team', () => {
  test('[STATE2-02] is active while its subscription has no end', () => {
    expect(stateOf({})).toMatchObject({ active: true })
    expect(stateOf({ endsAt: after })).toMatchObject({ active: false })
    expect(stateOf(null)).toMatchObject({ active: false })
  })

  test('[STATE2-03] is on trial while its own trial or that of the subscription runs', () => {
    expect(stateOf(null, after)).toMatchObject({ trial: true })
    expect(stateOf({ trialEndsAt: after })).toMatchObject({ trial: true })
    expect(stateOf({ trialEndsAt: before }, before)).toMatchObject({ trial: false })
    expect(stateOf(null)).toMatchObject({ trial: false })
  })

  test('[STATE2-04] is in grace while the end of its subscription is in the future', () => {
    expect(stateOf({ endsAt: after })).toMatchObject({ grace: true, needs_subscription: false })
    expect(stateOf({ endsAt: before })).toMatchObject({ grace: false })
    expect(stateOf({})).toMatchObject({ grace: false })
  })

  test('[STATE2-05] needs a subscription without one, and once that has ended', () => {
    expect(stateOf(null)).toMatchObject({ needs_subscription: true })
    expect(stateOf({ endsAt: before })).toMatchObject({ needs_subscription: true })
    expect(stateOf({})).toMatchObject({ needs_subscription: false })
  })
})

describe('a payment that is overdue', () => {
  const overdueSince = '2026-03-01T10:00:00.001Z'

  test('[D-97] keeps the plan for 14 days, and ends it then', () => {
    expect(subscriptionIsActive(times({ overdueSince }), now)).toBe(true)
    expect(endOf(times({ overdueSince }), now)).toBeNull()
    expect(subscriptionIsActive(times({ overdueSince }), after)).toBe(false)
    expect(endOf(times({ overdueSince }), after)).toBe(after)
  })

  test('ends it no later than it would have ended by itself', () => {
    expect(endOf(times({ overdueSince, endsAt: before }), after)).toBe(before)
  })
})
