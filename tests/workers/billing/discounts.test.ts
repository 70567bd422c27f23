import { describe, expect, test } from 'vitest'
import { stripeQuestions } from '#api/adapters/payment/stripe-questions.ts'
import type { DiscountTerms } from '#schemas/events/discount.ts'
import { newBillingOrderId, orderedPlan } from '#tests/support/billing.ts'
import { sandboxTeam } from '#tests/support/sandbox-team.ts'

const business = orderedPlan('business', { unitMinor: 7900 })

const world = async () => {
  const team = await sandboxTeam()
  const { billable, stripe } = team
  const termsOf = async (code: string) => {
    const terms = await stripeQuestions(stripe, 'sandbox').coupon(code)
    if (!terms) throw new Error(`There is no coupon ${code}`)
    return terms
  }
  return {
    ...team,
    coupons: stripeQuestions(stripe, 'sandbox'),
    redeem: async (code: string) => team.orderDiscount(await termsOf(code)),
    subscribeWith: async (code: string) => {
      const discount = await termsOf(code)
      const wish = { plan: orderedPlan('starter'), token: 'pm_card_visa', coupon: code, trialEndsAt: null, discount }
      await team.give({
        type: 'OrderPlan',
        billable,
        orderId: newBillingOrderId(),
        at: new Date().toISOString(),
        ...wish,
      })
      await team.run()
    },
    discounts: async () =>
      (await team.invoices()).map((events) => (events[0]?.type === 'InvoiceRecorded' ? events[0].data.discounts : [])),
  }
}

const gift: DiscountTerms = {
  source: 'operator',
  couponId: 'operator-1',
  code: null,
  percentOff: 50,
  amountMinor: null,
  currency: null,
  duration: 'repeating',
  months: 2,
}

describe('discounts at the payment sandbox', () => {
  test('[CONST2-12] once: a coupon counts for the first invoice alone, which names it', async () => {
    const team = await world()
    await team.stripe.coupons.create({ id: 'WELCOME', name: 'Welcome', percent_off: 10, duration: 'once' })

    await team.subscribeWith('WELCOME')
    await team.renew()

    expect(await team.paid()).toEqual([1710, 1900])
    expect(await team.discounts()).toEqual([[{ name: 'Welcome', percentOff: 10, amountMinor: 190 }], []])
    expect(await team.types()).toEqual(expect.arrayContaining(['CouponRedeemed', 'DiscountApplied', 'DiscountEnded']))
    expect((await team.state()).discount).toBeNull()
  })

  test('[CONST2-13] repeating: what an operator gives counts for so many months, also where it has waited', async () => {
    const team = await world()
    await team.orderDiscount(gift)
    expect((await team.state()).discount).toMatchObject({ couponId: 'operator-1', waits: true })

    await team.orderPlan()
    await team.renew()
    await team.renew()

    expect(await team.paid()).toEqual([950, 950, 1900])
    expect((await team.types()).filter((type) => type.startsWith('Discount'))).toEqual([
      'DiscountWaits',
      'DiscountApplied',
      'DiscountEnded',
    ])
  })

  test('[CONST2-14] forever: an amount is taken off all future invoices', async () => {
    const team = await world()
    await team.orderPlan()
    const forever = { percentOff: null, amountMinor: 500, currency: 'gbp', duration: 'forever', months: null } as const

    await team.orderDiscount({ ...gift, ...forever })
    await team.renew()
    await team.renew()

    expect(await team.paid()).toEqual([1900, 1400, 1400])
    expect((await team.discounts()).at(-1)).toEqual([{ name: 'Discount', percentOff: null, amountMinor: 500 }])
  })

  test('by the code that people know, and a new one takes the place of the old', async () => {
    const team = await world()
    const coupon = await team.stripe.coupons.create({ id: 'spring', percent_off: 20, duration: 'forever' })
    await team.stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code: 'SPRING26' })
    await team.orderPlan()

    await team.orderDiscount(gift)
    await team.redeem('SPRING26')
    await team.renew()

    expect((await team.state()).discount).toMatchObject({ couponId: 'spring', code: 'SPRING26', percentOff: 20 })
    expect(await team.paid()).toEqual([1900, 1520])
  })

  test('stay through a change of the plan', async () => {
    const team = await world()
    await team.orderPlan()
    await team.orderDiscount({ ...gift, duration: 'forever', months: null })
    await team.orderPlan(business, null)
    await team.renew()

    expect((await team.paid()).at(-1)).toBe(3950)
  })

  test.each(['drop_before', 'drop_after', 'status:500', 'status:429'])('are put on once after %s', async (mode) => {
    const team = await world()
    await team.orderPlan()
    await team.fault({ method: 'POST', path: '/v1/subscriptions', mode, times: '2' })
    await team.fault({ method: 'POST', path: '/v1/coupons', mode, times: '1' })

    await team.orderDiscount(gift)

    expect((await team.last())?.type).toBe('BillingOrderDone')
    expect((await team.stripe.coupons.list()).data.map(({ times_redeemed }) => times_redeemed)).toEqual([1])
    expect((await team.types()).filter((type) => type === 'DiscountApplied')).toHaveLength(1)
  })

  test('that waits and is used up by then is dropped, and its holder subscribes without it', async () => {
    const team = await world()
    await team.stripe.coupons.create({ id: 'LAST', percent_off: 10, duration: 'once', max_redemptions: 1 })
    await team.redeem('LAST')
    const other = await team.customer()
    const price = await team.price('theirs', 500)
    await team.stripe.subscriptions.create({
      customer: other.id,
      items: [{ price: price.id }],
      discounts: [{ coupon: 'LAST' }],
    })

    await team.orderPlan()

    expect(await team.last()).toMatchObject({
      type: 'BillingOrderRefused',
      data: { message: 'This coupon has expired. It no longer waits for a plan: subscribe without it.' },
    })
    expect((await team.state()).discount).toBeNull()
    await team.orderPlan()
    expect(await team.subscription()).toMatchObject({ plan: 'starter' })
    // The first is that of the other customer.
    expect(await team.paid()).toEqual([450, 1900])
  })

  test('of codes that are unknown, expired or used up, and those of operators, are none', async () => {
    const team = await world()
    await team.stripe.coupons.create({ id: 'single', percent_off: 10, max_redemptions: 1 })
    await team.subscribeWith('single')
    await team.orderDiscount(gift)

    for (const code of ['unknown', 'single', 'operator-1']) expect(await team.coupons.coupon(code)).toBeNull()
  })
})
