import { describe, test } from 'vitest'
import { billingDecider } from '#api/domain/billing/billing.ts'
import type { BillingEvent } from '#schemas/events/billing-account.ts'
import { billingWorld, visa } from '#tests/support/billing.ts'
import { deciding } from '#tests/support/decider.ts'

const given = deciding(billingDecider)
const { billable, of, at, started } = billingWorld()
const end = '2026-03-04T10:00:00.000Z'
const trial = (when: string, trialEndsAt = end) => ({ type: 'RemindOfTrial', billable, trialEndsAt, at: when }) as const
const card = (when: string) => ({ type: 'RemindOfCard', billable, at: when }) as const
const soon = (subscriptionId: string | null): BillingEvent => ({
  type: 'TrialEndsSoon',
  data: { billable, subscriptionId, trialEndsAt: end },
})
const cancelled: BillingEvent = { type: 'SubscriptionCancelled', data: { ...of, at, endsAt: end } }
const ended: BillingEvent = { type: 'SubscriptionEnded', data: { ...of, at, reason: 'cancelled' } }

describe('the end of a trial', () => {
  test('is told three days before, once, and not after it', () => {
    given().ignores(trial('2026-03-01T09:59:59.000Z'))
    given().decides(trial('2026-03-01T10:00:00.000Z'), soon(null))
    given(soon(null)).ignores(trial('2026-03-02T10:00:00.000Z'))
    given().ignores(trial(end))
  })

  test('is that of the subscription where there is one', () => {
    given(started({ trialEndsAt: end })).decides(
      trial('2026-03-02T10:00:00.000Z', '2026-03-03T10:00:00.000Z'),
      soon('sub_1'),
    )
    given(started()).ignores(trial('2026-03-02T10:00:00.000Z'))
  })

  test('is not told to who has cancelled, or had a subscription before', () => {
    given(started({ trialEndsAt: end }), cancelled).ignores(trial('2026-03-02T10:00:00.000Z'))
    given(started(), ended).ignores(trial('2026-03-02T10:00:00.000Z'))
  })
})

describe('a card that expires', () => {
  const replaced = (expiry: string | null): BillingEvent => ({
    type: 'PaymentMethodReplaced',
    data: { billable, ...visa, expiry },
  })
  const told: BillingEvent = { type: 'CardExpiresSoon', data: { billable, methodId: visa.methodId, expiry: '2026-03' } }

  test('is told in its last month, once', () => {
    given(started(), replaced('2026-03')).ignores(card('2026-02-28T23:59:59.000Z'))
    given(started(), replaced('2026-03')).decides(card('2026-03-01T00:00:00.000Z'), told)
    given(started(), replaced('2026-03'), told).ignores(card('2026-03-02T00:00:00.000Z'))
    given(started(), replaced(null)).ignores(card('2026-03-01T00:00:00.000Z'))
  })

  test('is not told where nothing is paid with it any more', () => {
    given(replaced('2026-03')).ignores(card('2026-03-01T00:00:00.000Z'))
    given(started(), replaced('2026-03'), cancelled).ignores(card('2026-03-01T00:00:00.000Z'))
    given(started(), replaced('2026-03'), ended).ignores(card('2026-03-01T00:00:00.000Z'))
  })
})
