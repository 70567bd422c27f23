import type Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { refusal, type SandboxWorld, sandboxWorld } from '#tests/support/payment-sandbox.ts'

const DAY = 86_400

const itemOf = (subscription: Stripe.Subscription): Stripe.SubscriptionItem => {
  const [item] = subscription.items.data
  if (item === undefined) throw new Error('A subscription has an item.')
  return item
}

const amounts = ({ lines }: Stripe.Invoice): number[] => lines.data.map(({ amount }) => amount)

const latest = (subscription: Stripe.Subscription): Stripe.Invoice => subscription.latest_invoice as Stripe.Invoice

/** A subscription for 30 pounds a month, of which a third is left. */
const twoThirdsOver = async (world: SandboxWorld, card?: string) => {
  const { stripe, price, customer, advanceTo } = world
  const small = await price('small', 3000)
  const { id } = await customer(card)
  const subscription = await stripe.subscriptions.create({ customer: id, items: [{ price: small.id }] })
  const { current_period_start: start, current_period_end: end } = itemOf(subscription)
  await advanceTo(start + Math.round(((end - start) * 2) / 3))
  return {
    customer: id,
    subscription,
    item: itemOf(subscription),
    end,
  }
}

describe('a change of plan in the payment sandbox', () => {
  it('puts what a cheaper plan gives back on the next invoice', async () => {
    const world = await sandboxWorld()
    const { subscription, item, end } = await twoThirdsOver(world)
    const tiny = await world.price('tiny', 600)

    await world.stripe.subscriptions.update(subscription.id, {
      items: [{ id: item.id, price: tiny.id }],
      proration_behavior: 'create_prorations',
    })
    expect((await world.stripe.invoices.list({})).data).toHaveLength(1)
    const shown = await world.stripe.invoices.createPreview({ subscription: subscription.id })
    await world.advanceTo(end)

    const [renewal] = (await world.stripe.invoices.list({ limit: 1 })).data
    expect(renewal && amounts(renewal)).toEqual([-1000, 200, 600])
    expect(amounts(shown)).toEqual([-1000, 200, 600])
    // 2 pounds are left over, for the invoice after.
    expect(renewal).toMatchObject({ total: -200, amount_due: 0, ending_balance: -200, status: 'paid' })
    await world.advanceTo(end + 31 * DAY)
    const [next] = (await world.stripe.invoices.list({ limit: 1 })).data
    expect(next).toMatchObject({ total: 600, starting_balance: -200, amount_due: 400, amount_paid: 400 })
  })

  it.each([
    ['is confirmed', 'succeeded', 6000],
    ['is voided', 'voided', 3000],
  ])('keeps the former plan until its payment is made, and when it %s', async (_, outcome, unitAmount) => {
    const world = await sandboxWorld()
    const { stripe, call, secretOf } = world
    const { subscription, item, customer } = await twoThirdsOver(world)
    const large = await world.price('large', 6000)
    const method = await stripe.paymentMethods.attach('pm_card_authenticationRequired', { customer })
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: method.id } })

    const waiting = await stripe.subscriptions.update(subscription.id, {
      items: [{ id: item.id, price: large.id }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'pending_if_incomplete',
      expand: ['latest_invoice'],
    })
    expect(waiting).toMatchObject({
      status: 'active',
      pending_update: { subscription_items: [{ price: { id: large.id } }] },
    })
    expect(itemOf(waiting).price.unit_amount).toBe(3000)
    const invoice = latest(waiting)
    if (outcome === 'voided') await stripe.invoices.voidInvoice(invoice.id)
    else
      await call('POST', '/sandbox/authenticate', {
        client_secret: await secretOf(subscription.id),
        outcome,
      })

    const after = await stripe.subscriptions.retrieve(subscription.id)
    expect(after).toMatchObject({ status: 'active', pending_update: null })
    expect(itemOf(after).price.unit_amount).toBe(unitAmount)
  })

  it('refuses, while it waits for its payment, to change what cannot wait', async () => {
    const { stripe, price, customer } = await sandboxWorld()
    const { id } = await customer()
    const sub = await stripe.subscriptions.create({ customer: id, items: [{ price: (await price('team', 900)).id }] })

    const refused = stripe.subscriptions.update(sub.id, {
      payment_behavior: 'pending_if_incomplete',
      cancel_at_period_end: true,
    })
    expect(await refusal(refused)).toMatchObject({ statusCode: 400, param: 'cancel_at_period_end' })
  })
})

describe('discounts and taxes in the payment sandbox', () => {
  it('are taken off, and put on, each invoice, rounded once', async () => {
    const { stripe, price, customer, advanceTo } = await sandboxWorld()
    const { id } = await customer()
    const vat = await stripe.taxRates.create({ display_name: 'VAT', inclusive: false, percentage: 20, country: 'GB' })
    const coupon = await stripe.coupons.create({ percent_off: 33.5, duration: 'repeating', duration_in_months: 2 })

    const subscription = await stripe.subscriptions.create({
      customer: id,
      items: [{ price: (await price('team', 999)).id }],
      default_tax_rates: [vat.id],
      discounts: [{ coupon: coupon.id }],
      expand: ['latest_invoice', 'discounts.source.coupon'],
    })

    const [discount] = subscription.discounts as Stripe.Discount[]
    expect(discount?.source.coupon).toMatchObject({ id: coupon.id, times_redeemed: 1, percent_off: 33.5 })
    expect(latest(subscription)).toMatchObject({
      subtotal: 999,
      total_discount_amounts: [{ amount: 335 }],
      total_excluding_tax: 664,
      total_taxes: [
        { amount: 133, taxable_amount: 664, tax_behavior: 'exclusive', tax_rate_details: { tax_rate: vat.id } },
      ],
      total: 797,
    })
    await advanceTo(subscription.created + 70 * DAY)
    const totals = (await stripe.invoices.list({ customer: id })).data.map(({ total }) => total)
    expect(totals).toEqual([1199, 797, 797])
    expect((await stripe.subscriptions.retrieve(subscription.id)).discounts).toEqual([])
  })

  it('count once where the coupon does, and refuse one that is used up, over or unknown', async () => {
    const { stripe, price, customer, advanceTo, now } = await sandboxWorld()
    const { id } = await customer()
    const team = await price('team', 1000)
    const coupon = await stripe.coupons.create({ id: 'ONCE', amount_off: 300, currency: 'gbp', max_redemptions: 1 })
    const code = await stripe.promotionCodes.create({
      code: 'SPRING',
      promotion: { type: 'coupon', coupon: coupon.id },
    })
    const brief = await stripe.coupons.create({ id: 'BRIEF', percent_off: 10, redeem_by: (await now()) + DAY })
    const subscribe = (discounts: Stripe.SubscriptionCreateParams.Discount[]) =>
      stripe.subscriptions.create({ customer: id, items: [{ price: team.id }], discounts, expand: ['latest_invoice'] })

    const subscription = await subscribe([{ promotion_code: code.id }])
    expect(latest(subscription).total).toBe(700)
    expect(subscription.discounts).toEqual([])
    expect(await refusal(subscribe([{ coupon: 'ONCE' }]))).toMatchObject({ code: 'coupon_expired' })
    expect(await refusal(subscribe([{ coupon: 'NONE' }]))).toMatchObject({
      code: 'resource_missing',
      message: "No such coupon: 'NONE'",
      param: 'discounts[0][coupon]',
    })
    await advanceTo((await now()) + DAY)
    expect((await stripe.coupons.retrieve(brief.id)).valid).toBe(false)
    expect(await refusal(subscribe([{ coupon: 'BRIEF' }]))).toMatchObject({ code: 'coupon_expired' })
  })
})
