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

    given()
      .when(converge([now()], { card: visa }))
      .then(replaced, started())
    given(replaced, started())
      .when(converge([now()], { card: visa }))
      .thenNothing()
  })

  test('of a first attempt that was not paid is not a subscription', () => {
    given()
      .when(converge([now({ status: 'incomplete' })]))
      .thenNothing()
  })

  test('of a swapped plan holds the former one', () => {
    given(started())
      .when(converge([now({ plan: 'business', unitMinor: 7900 })]))
      .then({
        type: 'PlanSwapped',
        data: { ...of, ...terms, plan: 'business', unitMinor: 7900, at, periodEnd, from: terms },
      })
  })

  test('of a renewal, an overdue payment and its recovery', () => {
    const next = '2026-05-01T10:00:00.000Z'
    const renewed: BillingEvent = { type: 'SubscriptionRenewed', data: { ...of, at, periodEnd: next } }
    const overdue: BillingEvent = { type: 'PaymentOverdue', data: { ...of, at } }

    given(started())
      .when(converge([now({ periodEnd: next, status: 'past_due' })]))
      .then(renewed, overdue)
    given(started(), renewed, overdue)
      .when(converge([now({ periodEnd: next })]))
      .then({ type: 'PaymentRecovered', data: { ...of, at } })
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

    given(started(), overdue, awaits)
      .when(converge([asked]))
      .thenNothing()
    given(started(), overdue, awaits)
      .when(converge([declined]))
      .then(ended)
    given(started(), overdue, awaits)
      .when(converge([now({ status: 'past_due' })]))
      .then(ended)
    given(started(), overdue, awaits, ended)
      .when(converge([declined]))
      .thenNothing()
    given(started(), overdue, awaits, ended)
      .when(converge([asked]))
      .then(awaits)
  })

  test('of a cancellation and its being taken back', () => {
    const cancelledAt = '2026-03-01T10:00:01.000Z'
    const cancelled: BillingEvent = {
      type: 'SubscriptionCancelled',
      data: { ...of, at: cancelledAt, endsAt: periodEnd },
    }

    given(started())
      .when(converge([now({ cancelledAt, endsAt: periodEnd })]))
      .then(cancelled)
    given(started(), cancelled)
      .when(converge([now()]))
      .then({ type: 'SubscriptionResumed', data: { ...of, at } })
  })

  test('of a trial and its end', () => {
    const trialEndsAt = '2026-03-11T10:00:00.000Z'
    const later = '2026-03-12T10:00:00.000Z'
    const onTrial = started({ status: 'trialing', trialEndsAt })

    given()
      .when(converge([now({ status: 'trialing', trialEndsAt })]))
      .then(onTrial)
    given(onTrial)
      .when(converge([now({ trialEndsAt })], {}, later))
      .then({ type: 'TrialEnded', data: { ...of, at: trialEndsAt, periodEnd } })
  })

  test('[D-61] of what is heard at once is recorded in the order in which it happened', () => {
    const trialEndsAt = '2026-03-11T10:00:00.000Z'
    const cancelledAt = '2026-03-12T10:00:00.000Z'
    const later = '2026-03-13T10:00:00.000Z'
    const business = { plan: 'business', unitMinor: 7900 }

    given(started({ status: 'trialing', trialEndsAt }))
      .when(converge([now({ ...business, trialEndsAt, cancelledAt, endsAt: periodEnd })], {}, later))
      .then(
        { type: 'TrialEnded', data: { ...of, at: trialEndsAt, periodEnd } },
        { type: 'SubscriptionCancelled', data: { ...of, at: cancelledAt, endsAt: periodEnd } },
        { type: 'PlanSwapped', data: { ...of, ...terms, ...business, at: later, periodEnd, from: terms } },
      )
  })

  test('[STATE2-01] of an end in a future that only its clock knows has happened by now', () => {
    given(started())
      .when(converge([now({ status: 'over', endedAt: '2027-01-01T00:00:00.000Z', endReason: 'unpaid' })]))
      .then({ type: 'SubscriptionEnded', data: { ...of, at, reason: 'unpaid' } })
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

    given()
      .when(converge([gone, now()]))
      .then(begun, ended, started())
    given(begun, ended, started())
      .when(converge([gone, now()]))
      .thenNothing()
    given()
      .when(converge([{ ...gone, wasPaid: false }]))
      .thenNothing()
  })

  test('of a second subscription beside the one that counts changes nothing', () => {
    given(started())
      .when(converge([now(), now({ id: 'sub_2', plan: 'business' })]))
      .thenNothing()
  })
})

describe('the outcome of an order', () => {
  const settled = (outcome: { is: 'done' } | { is: 'refused'; code: string; message: string }) => ({
    ...converge([now()]),
    settles: { orderId, outcome },
  })

  test('is recorded with what the provider tells, once', () => {
    const done: BillingEvent = { type: 'BillingOrderDone', data: { billable, orderId } }

    given(subscribing)
      .when(settled({ is: 'done' }))
      .then(started(), done)
    given(subscribing, started(), done)
      .when(settled({ is: 'done' }))
      .thenNothing()
  })

  test('is the provider’s refusal in its own words', () => {
    const refusal = { code: 'card_declined', message: 'Your card was declined.' }

    given(subscribing)
      .when({
        type: 'Converge',
        billable,
        at,
        snapshot: null,
        settles: { orderId, outcome: { is: 'refused', ...refusal } },
        tax: noTax,
        orderId,
      })
      .then({ type: 'BillingOrderRefused', data: { billable, orderId, ...refusal } })
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

    given(subscribing).when(command).then(event)
    given(subscribing, event).when(command).thenNothing()
  })
})
