import { expect, test } from 'vitest'
import { braintreeQuestions } from '#api/adapters/payment/braintree-questions.ts'
import { noTax, orderedPlan } from '#tests/support/billing.ts'
import { braintreeTeam } from '#tests/support/braintree/team.ts'

const starter = orderedPlan('starter')
const business = orderedPlan('business', { unitMinor: 7900 })
const yearly = orderedPlan('starter-yearly', { unitMinor: 19_000, interval: 'yearly' })
const british = { rate: 20, country: 'GB', vat: 'charged', number: null } as const

const world = async () => {
  const team = await braintreeTeam()
  const { coupon, quote } = braintreeQuestions(team.gateway, 'gbp')
  const nothing = {
    customerId: null,
    subscriptionId: null,
    settled: 'now',
    trialEndsAt: null,
    tax: noTax,
    discount: null,
    before: null,
  }
  const asked = { ...nothing, settled: 'now' } as const
  const subscribed = async () => {
    await team.orderPlan()
    return { ...asked, subscriptionId: (await team.subscription())?.subscriptionId ?? null }
  }
  return { ...team, coupon, quote, asked, subscribed }
}

test('what a plan costs now: with VAT and less the discount, and nothing while a trial runs', async () => {
  const { coupon, quote, asked } = await world()
  const discount = await coupon('spring')

  expect(await quote({ ...asked, plan: starter, tax: british })).toMatchObject({ dueMinor: 2280, taxMinor: 380 })
  expect(await quote({ ...asked, plan: starter, discount })).toMatchObject({
    dueMinor: 1400,
    lines: [{ amountMinor: 1900 }, { amountMinor: -500 }],
  })
  const trialEndsAt = '2099-01-01T10:00:00.000Z'
  expect(await quote({ ...asked, plan: starter, trialEndsAt })).toMatchObject({
    dueMinor: 0,
    paidUntil: '2099-01-02T00:00:00.000Z',
  })
})

test('what another plan costs now is what is charged then', async () => {
  for (const plan of [business, yearly]) {
    const team = await world()
    const asked = await team.subscribed()

    const { dueMinor, lines } = await team.quote({ ...asked, plan })
    await team.orderPlan(plan, null)

    expect((await team.paid()).at(-1)).toBe(dueMinor)
    expect(lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0)).toBe(dueMinor)
  }
})

test('a cheaper plan is credited, and nothing of it is due', async () => {
  const team = await world()
  await team.orderPlan(business)
  const subscriptionId = (await team.subscription())?.subscriptionId ?? null

  const quoted = await team.quote({ ...team.asked, subscriptionId, plan: starter, settled: 'later' })

  expect(quoted).toMatchObject({ dueMinor: 0, creditMinor: 6000 })
})

test('coupons are the discounts of the control panel, by their ids, but for those that no code redeems', async () => {
  const { coupon } = await world()

  expect(await coupon('Spring')).toMatchObject({ code: 'SPRING', amountMinor: 500, currency: 'gbp', months: 2 })
  for (const code of ['operator', 'unused-time', 'AUTUMN']) expect(await coupon(code)).toBeNull()
})
