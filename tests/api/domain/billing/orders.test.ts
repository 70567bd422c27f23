import { describe, expect, test } from 'vitest'
import { billingDecider } from '#api/domain/billing/billing.ts'
import type { BillingEvent } from '#schemas/events/billing-account.ts'
import { billingWorld, newBillingOrderId, orderedPlan, providerSubscription, visa } from '#tests/support/billing.ts'
import { deciding } from '#tests/support/decider.ts'
import { newUserId } from '#tests/support/new-ids.ts'

const given = deciding(billingDecider)
const { billable, orderId, at, placed, started, orderPlan, converge } = billingWorld()
const starter = orderedPlan('starter')
const subscribing = placed('subscribe', { plan: starter, token: 'pm_card_visa' })
const carded: BillingEvent = { type: 'PaymentMethodReplaced', data: { billable, ...visa } }
const cancelled: BillingEvent = {
  type: 'SubscriptionCancelled',
  data: { billable, subscriptionId: 'sub_1', at, endsAt: '2026-04-01T10:00:00.000Z' },
}
const cancel = { type: 'OrderCancellation', billable, orderId: newBillingOrderId(), at } as const
const card = { type: 'OrderCard', billable, orderId: newBillingOrderId(), at, token: 'pm_card_amex' } as const
const awaiting: BillingEvent = {
  type: 'BillingOrderAwaitsPayer',
  data: { account: `billing-${billable.id}`, billable, orderId, action: 'payment', clientSecret: 's', invoiceId: null },
}

/** The kind of the order that a command places. */
const kindAfter = (events: BillingEvent[], command: ReturnType<typeof orderPlan>) => {
  const [event] = billingDecider.decide(events.reduce(billingDecider.evolve, billingDecider.initialState), command)
  return event?.type === 'BillingOrderPlaced' ? event.data.kind : event?.type
}

describe('a plan', () => {
  test('[D-16] is subscribed to, swapped, resumed or left, by the present state', () => {
    expect(kindAfter([], orderPlan('starter'))).toBe('subscribe')
    expect(kindAfter([carded, started()], orderPlan('business', { token: null }))).toBe('swap')
    expect(kindAfter([carded, started(), cancelled], orderPlan('starter', { token: null }))).toBe('resume')
    expect(kindAfter([carded, started(), cancelled], orderPlan('business', { token: null }))).toBe('swap')
    expect(kindAfter([carded, started()], orderPlan('starter', { token: null }))).toBeUndefined()
    expect(kindAfter([carded, started()], orderPlan('starter'))).toBe('card')
  })

  test('needs a card, given now or before', () => {
    given().refuses(orderPlan('starter', { token: null }), 'card-missing')
    expect(kindAfter([carded], orderPlan('starter', { token: null }))).toBe('subscribe')
  })

  test('keeps a running trial with the first subscription alone', () => {
    const trialEndsAt = '2026-03-11T10:00:00.000Z'
    const ended: BillingEvent = {
      type: 'SubscriptionEnded',
      data: { billable, subscriptionId: 'sub_1', at, reason: 'cancelled' },
    }
    const trialOf = (...events: BillingEvent[]) => {
      const state = events.reduce(billingDecider.evolve, billingDecider.initialState)
      const [event] = billingDecider.decide(state, orderPlan('starter', { trialEndsAt }))
      return event?.type === 'BillingOrderPlaced' ? event.data.trialEndsAt : undefined
    }

    expect(trialOf()).toBe(trialEndsAt)
    expect(trialOf(started(), ended)).toBeNull()
  })
})

describe('an open order', () => {
  test('is joined by whoever wants the same', () => {
    given(subscribing).ignores(orderPlan('starter'))
    given(carded, started(), placed('cancel')).ignores(cancel)
    given(placed('card', { token: 'pm_card_amex' })).ignores(card)
  })

  test('is in the way of another', () => {
    given(subscribing).refuses(orderPlan('business'), 'billing-order-open')
    given(subscribing).refuses(cancel, 'billing-order-open')
    given(placed('card', { token: 'pm_card_visa' })).refuses(card, 'billing-order-open')
  })

  test('goes on when its payer, who had to confirm, asks again', () => {
    given(subscribing, awaiting).decides(orderPlan('starter', { token: null }), {
      type: 'BillingOrderRetried',
      data: { billable, orderId, attempt: 2, by: 'payer' },
    })
  })

  test('is not placed anew for a payer who goes on with one that is settled by now', () => {
    const settled: BillingEvent = {
      type: 'BillingOrderRefused',
      data: { billable, orderId, code: 'refused', message: 'No.' },
    }
    given(carded, subscribing, awaiting, settled).ignores(orderPlan('starter', { goesOnWith: orderId }))
    given(carded, subscribing, awaiting).decides(orderPlan('starter', { token: null, goesOnWith: orderId }), {
      type: 'BillingOrderRetried',
      data: { billable, orderId, attempt: 2, by: 'payer' },
    })
  })

  test('gives way to another wish while it waits for its payer', () => {
    const refused: BillingEvent = {
      type: 'BillingOrderRefused',
      data: { billable, orderId, code: 'replaced', message: 'The payment was not confirmed.' },
    }
    const command = orderPlan('business')
    const history = [subscribing, awaiting]
    const decided = billingDecider.decide(history.reduce(billingDecider.evolve, billingDecider.initialState), command)

    expect(decided[0]).toEqual(refused)
    expect(decided[1]).toMatchObject({ type: 'BillingOrderPlaced', data: { plan: { id: 'business' } } })
    given(...history).decides(cancel, refused)
  })
})

describe('a cancellation', () => {
  test('is nothing to do without a subscription, and once it is cancelled', () => {
    given().ignores(cancel)
    given(carded, started(), cancelled).ignores(cancel)
  })
})

describe('the next attempt', () => {
  const retry = { type: 'RetryOrder', billable, orderId, attempt: 1 } as const

  test('is begun by one of several that see the former one fail', () => {
    const retried: BillingEvent = {
      type: 'BillingOrderRetried',
      data: { billable, orderId, attempt: 2, by: 'worker' },
    }

    given(subscribing).decides(retry, retried)
    given(subscribing, retried).ignores(retry)
  })
})

describe('the tax of a payer', () => {
  const charged = { rate: 20, country: 'GB', vat: 'charged' } as const
  const vat = { ...charged, number: null }
  const set: BillingEvent = { type: 'TaxRateSet', data: { billable, ...charged } }
  const orderTax = { type: 'OrderTax', billable, orderId, at } as const
  const taxing = placed('tax')

  test('is ordered where there is a subscription and nothing else is under way', () => {
    given().ignores(orderTax)
    given(started()).decides(orderTax, taxing)
    given(started(), taxing).ignores(orderTax)
    given(started(), subscribing, awaiting).ignores(orderTax)
  })

  test('gives way to every other order, which does it as well', () => {
    const replaced: BillingEvent = {
      type: 'BillingOrderRefused',
      data: { billable, orderId, code: 'replaced', message: 'Another order does it.' },
    }
    given(carded, started(), taxing).decides({ ...cancel, orderId }, replaced, placed('cancel'))
    given(started(), cancelled, taxing).ignores(cancel)
  })

  test('follows the address, and a rate that changes on a day', () => {
    const userId = newUserId()
    const address = {
      address: null,
      addressLine2: null,
      state: 'York',
      zip: '1',
      vatId: null,
      city: 'Leeds',
      country: 'GB',
    }
    const give = { type: 'GiveBillingAddress', billable, userId, address, tax: vat } as const
    const addressed: BillingEvent = {
      type: 'BillingAddressGiven',
      data: { account: `billing-${billable.id}`, billable, userId, ...address },
    }
    const later = { ...converge([providerSubscription({ taxRate: 20 })]), tax: { ...vat, rate: 22 } }

    given().decides(give, addressed, set)
    given(addressed, set).ignores(give)
    given(started(), set).decides(later, { type: 'TaxRateSet', data: { billable, ...charged, rate: 22 } }, taxing)
  })

  test('is told to the provider until it taxes alike, and an order is not repeated at once', () => {
    const done: BillingEvent = { type: 'BillingOrderDone', data: { billable, orderId } }
    const settles = { orderId, outcome: { is: 'done' } } as const
    const unlike = { ...converge([providerSubscription()]), tax: vat }
    const alike = { ...converge([providerSubscription({ taxRate: 20 })]), tax: vat }

    given(started(), set).decides(unlike, taxing)
    given(started(), set).ignores(alike)
    given(started(), set, taxing).decides({ ...unlike, settles }, done)
  })
})
