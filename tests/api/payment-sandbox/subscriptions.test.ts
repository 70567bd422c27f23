import type Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { sandboxWorld } from '#tests/support/payment-sandbox.ts'

const DAY = 86_400

const endOf = (subscription: Stripe.Subscription): number => subscription.items.data[0]?.current_period_end ?? 0

describe('a subscription of the payment sandbox', () => {
  it('ends with the trial where nothing can be charged', async () => {
    const { stripe, price, customer, now, advanceTo } = await sandboxWorld()
    const team = await price('team', 2900)
    const { id } = await customer(null)
    const trialEnd = (await now()) + 10 * DAY
    const subscription = await stripe.subscriptions.create({
      customer: id,
      items: [{ price: team.id }],
      trial_end: trialEnd,
      trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
    })

    await advanceTo(trialEnd)

    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      status: 'canceled',
      ended_at: trialEnd,
    })
    expect((await stripe.subscriptions.list({ customer: id })).data).toEqual([])
    expect((await stripe.subscriptions.list({ customer: id, status: 'all' })).data).toHaveLength(1)
  })

  it('is incomplete after a decline, and expires within 23 hours', async () => {
    const { stripe, price, customer, advanceTo } = await sandboxWorld()
    const team = await price('team', 2900)
    const { id } = await customer('pm_card_chargeCustomerFail')

    const subscription = await stripe.subscriptions.create({
      customer: id,
      items: [{ price: team.id }],
      expand: ['latest_invoice.payments'],
    })
    expect(subscription.status).toBe('incomplete')
    const [payment] = (subscription.latest_invoice as Stripe.Invoice).payments?.data ?? []
    const intent = await stripe.paymentIntents.retrieve(String(payment?.payment.payment_intent))
    expect(intent).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'card_declined', message: 'Your card was declined.' },
    })
    await advanceTo(subscription.created + 23 * 3600)

    expect(await stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })).toMatchObject({
      status: 'incomplete_expired',
      latest_invoice: { status: 'void' },
    })
  })

  it('is past due after a renewal that was declined, is tried again, and ends after 14 days', async () => {
    const { stripe, price, customer, advanceTo, receiver } = await sandboxWorld()
    const team = await price('team', 2900)
    const { id } = await customer()
    const subscription = await stripe.subscriptions.create({ customer: id, items: [{ price: team.id }] })
    const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: id })
    await stripe.customers.update(id, { invoice_settings: { default_payment_method: bad.id } })
    const end = endOf(subscription)

    await advanceTo(end)
    const due = await stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })
    expect(due).toMatchObject({
      status: 'past_due',
      latest_invoice: { status: 'open', attempt_count: 1, next_payment_attempt: end + 3 * DAY },
    })
    await advanceTo(end + 14 * DAY)

    expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      status: 'canceled',
      ended_at: end + 14 * DAY,
      cancellation_details: { reason: 'payment_failed' },
    })
    expect(receiver.events.filter(({ type }) => type === 'invoice.payment_failed')).toHaveLength(4)
  })

  it('recovers when the next attempt is paid with another card', async () => {
    const { stripe, price, customer, advanceTo } = await sandboxWorld()
    const team = await price('team', 2900)
    const { id } = await customer()
    const subscription = await stripe.subscriptions.create({ customer: id, items: [{ price: team.id }] })
    const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer: id })
    await stripe.customers.update(id, { invoice_settings: { default_payment_method: bad.id } })
    await advanceTo(endOf(subscription))

    const good = await stripe.paymentMethods.attach('pm_card_mastercard', { customer: id })
    await stripe.customers.update(id, { invoice_settings: { default_payment_method: good.id } })
    await advanceTo(endOf(subscription) + 3 * DAY)

    expect(await stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })).toMatchObject({
      status: 'active',
      latest_invoice: { status: 'paid', attempt_count: 2 },
    })
  })
})
