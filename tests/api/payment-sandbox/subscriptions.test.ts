import type Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { refusal, sandboxWorld } from '#tests/support/payment-sandbox.ts'

const DAY = 86_400

const endOf = (subscription: Stripe.Subscription): number => subscription.items.data[0]?.current_period_end ?? 0

const lines = (invoice: Stripe.Invoice) => invoice.lines.data.map(({ amount, description }) => [amount, description])

describe('a subscription of the payment sandbox', () => {
  it('starts with an invoice that is paid at once', async () => {
    const { stripe, price, customer } = await sandboxWorld()
    const team = await price('team', 2900)
    const { id } = await customer()

    const subscription = await stripe.subscriptions.create({
      customer: id,
      items: [{ price: team.id }],
      payment_behavior: 'allow_incomplete',
      expand: ['latest_invoice.payments', 'pending_setup_intent'],
    })

    expect(subscription).toMatchObject({ status: 'active', customer: id, test_clock: 'clock_sandbox' })
    const invoice = subscription.latest_invoice as Stripe.Invoice
    expect(invoice).toMatchObject({
      status: 'paid',
      total: 2900,
      amount_paid: 2900,
      billing_reason: 'subscription_create',
    })
    expect(lines(invoice)).toEqual([[2900, '1 × Team (at £29.00 / month)']])
    expect(invoice.payments?.data).toMatchObject([{ status: 'paid', amount_paid: 2900 }])
    const months =
      new Date(endOf(subscription) * 1000).getUTCMonth() - new Date(subscription.created * 1000).getUTCMonth()
    expect((months + 12) % 12).toBe(1)
  })

  it('renews each month on the same day, and tells so', async () => {
    const { stripe, price, customer, advanceTo, receiver } = await sandboxWorld()
    const team = await price('team', 2900)
    const { id } = await customer()
    const subscription = await stripe.subscriptions.create({ customer: id, items: [{ price: team.id }] })

    await advanceTo(endOf(subscription))
    const renewed = await stripe.subscriptions.retrieve(subscription.id)
    await advanceTo(endOf(renewed) + 10 * 30 * DAY)

    const invoices = await stripe.invoices.list({ customer: id, limit: 100 }).autoPagingToArray({ limit: 100 })
    expect(renewed.items.data[0]?.current_period_start).toBe(endOf(subscription))
    expect(invoices.map(({ total, status }) => [total, status])).toEqual(Array(12).fill([2900, 'paid']))
    expect(invoices.at(0)?.number).toMatch(/^[A-Z0-9]{8}-0012$/)
    expect(receiver.failures).toEqual([])
    expect(receiver.events.filter(({ type }) => type === 'invoice.paid')).toHaveLength(12)
  })

  it('keeps a trial free, and charges when it is over', async () => {
    const { stripe, price, customer, now, advanceTo } = await sandboxWorld()
    const team = await price('team', 2900)
    const { id } = await customer()
    const trialEnd = (await now()) + 10 * DAY

    const subscription = await stripe.subscriptions.create({
      customer: id,
      items: [{ price: team.id }],
      trial_end: trialEnd,
      trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
      expand: ['latest_invoice'],
    })
    expect(subscription).toMatchObject({ status: 'trialing', trial_end: trialEnd, billing_cycle_anchor: trialEnd })
    expect(subscription.latest_invoice).toMatchObject({ total: 0, status: 'paid' })
    await advanceTo(trialEnd)

    const after = await stripe.subscriptions.retrieve(subscription.id, { expand: ['latest_invoice'] })
    expect(after.status).toBe('active')
    expect(after.latest_invoice).toMatchObject({ total: 2900, status: 'paid', billing_reason: 'subscription_cycle' })
  })

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

  it('is cancelled at the end of its period, unless that is taken back', async () => {
    const { stripe, price, customer, advanceTo } = await sandboxWorld()
    const team = await price('team', 2900)
    const { id } = await customer()
    const { id: sub } = await stripe.subscriptions.create({ customer: id, items: [{ price: team.id }] })

    const cancelled = await stripe.subscriptions.update(sub, { cancel_at_period_end: true })
    expect(cancelled).toMatchObject({ status: 'active', cancel_at_period_end: true, cancel_at: endOf(cancelled) })
    const resumed = await stripe.subscriptions.update(sub, { cancel_at_period_end: false })
    expect(resumed).toMatchObject({ cancel_at_period_end: false, cancel_at: null, canceled_at: null })
    await stripe.subscriptions.update(sub, { cancel_at_period_end: true })
    await advanceTo(endOf(cancelled))

    expect(await stripe.subscriptions.retrieve(sub)).toMatchObject({ status: 'canceled', ended_at: endOf(cancelled) })
    expect((await stripe.invoices.list({ customer: id })).data).toHaveLength(1)
    expect(await refusal(stripe.subscriptions.update(sub, { cancel_at_period_end: false }))).toMatchObject({
      type: 'StripeInvalidRequestError',
    })
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

  it('becomes active when its holder confirms the first payment', async () => {
    const { stripe, price, customer, secretOf, call, receiver, advanceTo, now } = await sandboxWorld()
    const team = await price('team', 2900)
    const { id } = await customer('pm_card_authenticationRequiredOnSetup')
    const subscription = await stripe.subscriptions.create({
      customer: id,
      items: [{ price: team.id }],
    })
    expect(subscription.status).toBe('incomplete')
    const secret = await secretOf(subscription.id)

    const failed = await call('POST', '/sandbox/authenticate', { client_secret: secret, outcome: 'failed' })
    expect(failed).toMatchObject({ status: 200, body: { status: 'requires_payment_method' } })
    const again = stripe.invoices.pay(String(subscription.latest_invoice))
    expect(await refusal(again)).toMatchObject({ code: 'invoice_payment_intent_requires_action', statusCode: 402 })
    const done = await call('POST', '/sandbox/authenticate', { client_secret: secret, outcome: 'succeeded' })

    expect(done).toMatchObject({ status: 200, body: { status: 'succeeded' } })
    const active = await stripe.subscriptions.retrieve(subscription.id)
    expect(active.status).toBe('active')
    await advanceTo(endOf(active))
    expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active')
    expect(receiver.events.map(({ type }) => type)).toContain('invoice.payment_action_required')
    expect(await now()).toBeGreaterThanOrEqual(endOf(active))
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
