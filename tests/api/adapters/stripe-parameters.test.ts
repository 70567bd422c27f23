import { expect, test } from 'vitest'
import type { PaymentProvider } from '#api/adapters/payment/payment-provider.ts'
import { openStripe } from '#api/adapters/payment/stripe-client.ts'
import { stripeProvider } from '#api/adapters/payment/stripe-provider.ts'
import { stripeQuestions } from '#api/adapters/payment/stripe-questions.ts'
import type { Billable } from '#schemas/billing/billable.ts'
import type { PayerTax } from '#schemas/billing/provider-snapshot.ts'
import type { DiscountTerms } from '#schemas/events/discount.ts'
import { newBillingOrderId, noTax, orderedPlan } from '#tests/support/billing.ts'
import { newTeamId } from '#tests/support/new-ids.ts'
import { sandboxWorld } from '#tests/support/payment-sandbox.ts'
import { complaintsAbout, recordingStripe } from '#tests/support/stripe-calls.ts'

const starter = orderedPlan('starter')
const business = orderedPlan('business', { unitMinor: 7900 })
const taxed: PayerTax = { rate: 20, country: 'GB', vat: 'charged', number: 'GB980780684' }
const abroad: PayerTax = { rate: 0, country: 'DE', vat: 'reverse-charge', number: 'DE136695976' }

const tenth: DiscountTerms = {
  source: 'coupon',
  couponId: 'TENTH',
  code: 'TENTH',
  percentOff: 10,
  amountMinor: null,
  currency: null,
  duration: 'once',
  months: null,
}
const operators: DiscountTerms = {
  source: 'operator',
  couponId: 'operator-1',
  code: null,
  percentOff: null,
  amountMinor: 500,
  currency: 'gbp',
  duration: 'repeating',
  months: 3,
}

/** A line for every call of the port: a new one does not compile without. */
type EveryCall = Record<Exclude<keyof PaymentProvider, 'name'>, () => Promise<unknown>>

const world = async () => {
  const sandbox = await sandboxWorld()
  const { stripe, calls } = recordingStripe(openStripe({ apiBase: sandbox.sandbox.url, secretKey: 'sk_test_sandbox' }))
  const provider = stripeProvider({ stripe, name: 'sandbox', testClock: 'clock_sandbox' })
  await sandbox.stripe.coupons.create({ id: 'TENTH', percent_off: 10, duration: 'once' })
  const attempt = () => ({ orderId: newBillingOrderId(), attempt: 1 })
  const customer = async (card: string) => {
    const billable: Billable = { kind: 'team', id: newTeamId() }
    const customerId = await provider.register(billable, 1)
    await provider.attach(customerId, card, attempt())
    const nothing = { trialEndsAt: null, tax: noTax, coupon: null, discount: null, before: null }
    return { billable, customerId, plan: starter, ...nothing }
  }
  type Wish = Awaited<ReturnType<typeof customer>>
  const subscribed = async (card = 'pm_card_visa', changes: object = {}) => {
    const wish: Wish = { ...(await customer(card)), ...changes }
    await provider.subscribe(wish, attempt())
    const { subscriptions } = await provider.snapshot(wish.customerId, null)
    return { customerId: wish.customerId, id: subscriptions[0]?.id ?? '' }
  }
  const trialEndsAt = new Date(((await sandbox.now()) + 86_400) * 1000).toISOString()
  const questions = stripeQuestions(stripe, 'sandbox')
  return { ...sandbox, calls, provider, questions, attempt, customer, subscribed, trialEndsAt }
}

test('of every call that the product can make the SDK declares all parameters, and one that it does not is found', async () => {
  const { provider, questions, calls, attempt, customer, subscribed, trialEndsAt, now, advanceTo } = await world()
  const first = await subscribed()
  const failing = await subscribed('pm_card_chargeCustomerFail', { trialEndsAt })
  const every: EveryCall = {
    register: () => provider.register({ kind: 'user', id: newTeamId() as never }, 1),
    attach: () => provider.attach(first.customerId, 'pm_card_mastercard', attempt()),
    subscribe: () => subscribed('pm_card_visa', { trialEndsAt, coupon: 'TENTH', tax: taxed }),
    changeTax: async () => {
      await provider.changeTax(first.customerId, first.id, taxed, attempt())
      await provider.changeTax(first.customerId, first.id, abroad, attempt())
      await provider.changeTax(first.customerId, null, noTax, attempt())
    },
    swap: async () => {
      await provider.swap(first.id, business, 'now', attempt())
      await provider.swap(first.id, starter, 'later', attempt())
    },
    applyDiscount: async () => {
      await provider.applyDiscount(first.id, tenth, attempt())
      await provider.applyDiscount(first.id, operators, attempt())
    },
    cancelAtEnd: () => provider.cancelAtEnd(first.id, attempt()),
    resume: () => provider.resume(first.id, attempt()),
    abandon: async () => {
      const unpaid = await subscribed('pm_card_chargeCustomerFail')
      await provider.abandon(unpaid.id, attempt())
      await provider.attach(first.customerId, 'pm_card_chargeCustomerFail', attempt())
      await provider.swap(first.id, business, 'now', attempt())
      await provider.abandon(first.id, attempt())
    },
    collect: async () => {
      await advanceTo((await now()) + 2 * 86_400)
      await provider.attach(failing.customerId, 'pm_card_visa', attempt())
      await provider.collect(failing.id, attempt())
    },
    snapshot: () => provider.snapshot(first.customerId, null),
    invoices: () => provider.invoices(first.customerId),
    billableOf: () => provider.billableOf(first.customerId),
    newsSince: () => provider.newsSince(new Date(0)),
    allSubscriptions: () => provider.allSubscriptions(async () => null),
    allInvoices: () => provider.allInvoices(),
  }
  for (const [name, call] of Object.entries(every)) {
    const before = calls.length
    await call()
    expect(calls.length, name).toBeGreaterThan(before)
  }
  await customer('pm_card_amex')
  await questions.coupon('TENTH')
  const none = { customerId: null, subscriptionId: null, before: null }
  const wished = { ...none, plan: starter, settled: 'now', trialEndsAt } as const
  await questions.quote({ ...wished, tax: abroad, discount: operators })
  const swapped = { customerId: first.customerId, subscriptionId: first.id, plan: business, discount: operators }
  await questions.quote({ ...wished, ...swapped, trialEndsAt: null, tax: taxed })

  const undeclared = { method: 'customers.create', args: [{ metadata: { billable: '1' }, coupon: 'TENTH' }] }
  expect(complaintsAbout([...calls, undeclared])).toEqual([
    expect.stringMatching(/^stripe\.customers\.create\(.+coupon.+ does not exist/),
  ])
  expect(new Set(calls.map(({ method }) => method)).size).toBeGreaterThan(20)
})
