import { describe, expect, test } from 'vitest'
import { outcomeOf } from '#api/domain/billing/outcome.ts'
import { evolve, initialState } from '#api/domain/billing/state.ts'
import { accountOf } from '#schemas/billing/billable.ts'
import type { BillingEvent } from '#schemas/events/billing-account.ts'
import { billingWorld, orderedPlan, providerSubscription } from '#tests/support/billing.ts'

describe('a change of plan that its payer has to confirm', () => {
  const { billable, orderId, placed, started } = billingWorld()
  const awaits: BillingEvent = {
    type: 'BillingOrderAwaitsPayer',
    data: {
      billable,
      orderId,
      account: accountOf(billable),
      action: 'payment',
      clientSecret: 'secret',
      invoiceId: 'in_1',
    },
  }
  const outcome = (events: BillingEvent[], changes: Parameters<typeof providerSubscription>[0]) => {
    const billing = events.reduce(evolve, initialState)
    const snapshot = { card: null, reverseCharge: false, subscriptions: [providerSubscription(changes)] }
    return billing.order && outcomeOf(billing, billing.order, snapshot)
  }
  const asked = [started(), placed('swap', { plan: orderedPlan('business') })]

  test('is done once the provider has made it, and refused once the provider has given it up', () => {
    expect(outcome([...asked, awaits], { plan: 'business' })).toEqual({ is: 'done' })
    expect(outcome([...asked, awaits], {})).toEqual({
      is: 'refused',
      code: 'expired',
      message: 'The payment was not made.',
    })
  })

  test('is still to be made while nobody has been asked to confirm it', () => {
    expect(outcome(asked, {})).toBeNull()
    expect(outcome([...asked, awaits], { pendingPlan: 'business' })).toBeNull()
  })
})
