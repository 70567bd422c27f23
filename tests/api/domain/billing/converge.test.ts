import { describe, test } from 'vitest'
import { billingDecider } from '#api/domain/billing/billing.ts'
import { accountOf } from '#schemas/billing/billable.ts'
import type { BillingEvent } from '#schemas/events/billing-account.ts'
import { billingWorld, noTax, providerSubscription as now, orderedPlan, visa } from '#tests/support/billing.ts'
import { deciding } from '#tests/support/decider.ts'

const given = deciding(billingDecider)
const { billable, orderId, at, of, placed, started, converge } = billingWorld()
const terms = { plan: 'starter', unitMinor: 1900, interval: 'monthly', quantity: 1, currency: 'gbp' } as const
const periodEnd = '2026-04-01T10:00:00.000Z'
const subscribing = placed('subscribe', { plan: orderedPlan('starter'), token: 'pm_card_visa' })

describe('what a provider tells', () => {
  test('is recorded where it differs from the log, once', () => {
    const replaced: BillingEvent = { type: 'PaymentMethodReplaced', data: { billable, ...visa } }

    given().decides(converge([now()], { card: visa }), replaced, started())
    given(replaced, started()).ignores(converge([now()], { card: visa }))
  })

  test('of a first attempt that was not paid is not a subscription', () => {
    given().ignores(converge([now({ status: 'incomplete' })]))
  })

  test('of a swapped plan holds the former one', () => {
    given(started()).decides(converge([now({ plan: 'business', unitMinor: 7900 })]), {
      type: 'PlanSwapped',
      data: { ...of, ...terms, plan: 'business', unitMinor: 7900, at, periodEnd, from: terms },
    })
  })

  test('of a renewal, an overdue payment and its recovery', () => {
    const next = '2026-05-01T10:00:00.000Z'
    const renewed: BillingEvent = { type: 'SubscriptionRenewed', data: { ...of, at, periodEnd: next } }
    const overdue: BillingEvent = { type: 'PaymentOverdue', data: { ...of, at } }

    given(started()).decides(converge([now({ periodEnd: next, status: 'past_due' })]), renewed, overdue)
    given(started(), renewed, overdue).decides(converge([now({ periodEnd: next })]), {
      type: 'PaymentRecovered',
      data: { ...of, at },
    })
  })

  test('of a renewal that its payer could have confirmed ends their wait when it is declined, or nothing waits', () => {
    const overdue: BillingEvent = { type: 'PaymentOverdue', data: { ...of, at } }
    const clientSecret = 'pi_1_secret'
    const invoiceId = 'in_1'
    const awaits: BillingEvent = {
      type: 'RenewalAwaitsPayer',
      data: { ...of, account: accountOf(billable), at, clientSecret, invoiceId },
    }
    const ended: BillingEvent = { type: 'RenewalWaitEnded', data: { ...of, at } }
    const asked = now({ status: 'past_due', obstacle: { is: 'action', kind: 'payment', clientSecret, invoiceId } })
    const declined = now({
      status: 'past_due',
      obstacle: { is: 'declined', code: 'card_declined', message: 'Your card was declined.' },
    })

    given(started(), overdue, awaits).ignores(converge([asked]))
    given(started(), overdue, awaits).decides(converge([declined]), ended)
    given(started(), overdue, awaits).decides(converge([now({ status: 'past_due' })]), ended)
    given(started(), overdue, awaits, ended).ignores(converge([declined]))
    given(started(), overdue, awaits, ended).decides(converge([asked]), awaits)
  })

  test('of a cancellation and its being taken back', () => {
    const cancelledAt = '2026-03-01T10:00:01.000Z'
    const cancelled: BillingEvent = {
      type: 'SubscriptionCancelled',
      data: { ...of, at: cancelledAt, endsAt: periodEnd },
    }

    given(started()).decides(converge([now({ cancelledAt, endsAt: periodEnd })]), cancelled)
    given(started(), cancelled).decides(converge([now()]), { type: 'SubscriptionResumed', data: { ...of, at } })
  })

  test('of a trial and its end', () => {
    const trialEndsAt = '2026-03-11T10:00:00.000Z'
    const later = '2026-03-12T10:00:00.000Z'
    const onTrial = started({ status: 'trialing', trialEndsAt })

    given().decides(converge([now({ status: 'trialing', trialEndsAt })]), onTrial)
    given(onTrial).decides(converge([now({ trialEndsAt })], {}, later), {
      type: 'TrialEnded',
      data: { ...of, at: trialEndsAt, periodEnd },
    })
  })

  test('[D-61] of what is heard at once is recorded in the order in which it happened', () => {
    const trialEndsAt = '2026-03-11T10:00:00.000Z'
    const cancelledAt = '2026-03-12T10:00:00.000Z'
    const later = '2026-03-13T10:00:00.000Z'
    const business = { plan: 'business', unitMinor: 7900 }

    given(started({ status: 'trialing', trialEndsAt })).decides(
      converge([now({ ...business, trialEndsAt, cancelledAt, endsAt: periodEnd })], {}, later),
      { type: 'TrialEnded', data: { ...of, at: trialEndsAt, periodEnd } },
      { type: 'SubscriptionCancelled', data: { ...of, at: cancelledAt, endsAt: periodEnd } },
      { type: 'PlanSwapped', data: { ...of, ...terms, ...business, at: later, periodEnd, from: terms } },
    )
  })

  test('[STATE2-01] of an end in a future that only its clock knows has happened by now', () => {
    given(started()).decides(
      converge([now({ status: 'over', endedAt: '2027-01-01T00:00:00.000Z', endReason: 'unpaid' })]),
      { type: 'SubscriptionEnded', data: { ...of, at, reason: 'unpaid' } },
    )
  })

  test('of a subscription that was paid for and ended unseen is recorded whole', () => {
    const gone = now({
      id: 'sub_0',
      status: 'over',
      endedAt: '2026-02-01T10:00:00.000Z',
      startedAt: '2026-01-01T10:00:00.000Z',
    })
    const begun = started({ id: 'sub_0', startedAt: '2026-01-01T10:00:00.000Z' })
    const ended: BillingEvent = {
      type: 'SubscriptionEnded',
      data: { billable, subscriptionId: 'sub_0', at: '2026-02-01T10:00:00.000Z', reason: 'cancelled' },
    }

    given().decides(converge([gone, now()]), begun, ended, started())
    given(begun, ended, started()).ignores(converge([gone, now()]))
    given().ignores(converge([{ ...gone, wasPaid: false }]))
  })

  test('of a second subscription beside the one that counts changes nothing', () => {
    given(started()).ignores(converge([now(), now({ id: 'sub_2', plan: 'business' })]))
  })
})

describe('the outcome of an order', () => {
  const settled = (outcome: { is: 'done' } | { is: 'refused'; code: string; message: string }) => ({
    ...converge([now()]),
    settles: { orderId, outcome },
  })

  test('is recorded with what the provider tells, once', () => {
    const done: BillingEvent = { type: 'BillingOrderDone', data: { billable, orderId } }

    given(subscribing).decides(settled({ is: 'done' }), started(), done)
    given(subscribing, started(), done).ignores(settled({ is: 'done' }))
  })

  test('is the provider’s refusal in its own words', () => {
    const refusal = { code: 'card_declined', message: 'Your card was declined.' }

    given(subscribing).decides(
      {
        type: 'Converge',
        billable,
        at,
        snapshot: null,
        settles: { orderId, outcome: { is: 'refused', ...refusal } },
        tax: noTax,
        orderId,
      },
      { type: 'BillingOrderRefused', data: { billable, orderId, ...refusal } },
    )
  })

  test('waits for the payer, who is asked once for each confirmation', () => {
    const awaited = { action: 'payment', clientSecret: 'pi_1_secret', invoiceId: 'in_1' } as const
    const command = {
      type: 'Converge',
      billable,
      at,
      snapshot: null,
      settles: { orderId, outcome: { is: 'awaited', ...awaited } },
      tax: noTax,
      orderId,
    } as const
    const event: BillingEvent = {
      type: 'BillingOrderAwaitsPayer',
      data: { account: `billing-${billable.id}`, billable, orderId, ...awaited },
    }

    given(subscribing).decides(command, event)
    given(subscribing, event).ignores(command)
  })
})
