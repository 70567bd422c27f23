import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '#tests/support/folders.ts'
import { refusal, sandboxWorld } from '#tests/support/payment-sandbox.ts'

/** A call that the types of the SDK would not let through. */
const raw = async (url: string, form: string, headers: { [name: string]: string } = {}) => {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: 'Bearer sk_test_sandbox',
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    body: form,
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

describe('the API of the payment sandbox', () => {
  it('refuses what it does not know: parameters, paths, keys, versions', async () => {
    const { stripe, sandbox } = await sandboxWorld()

    expect(await raw(`${sandbox.url}/v1/customers`, 'emial=a&name=b')).toMatchObject({
      status: 400,
      body: {
        error: {
          type: 'invalid_request_error',
          code: 'parameter_unknown',
          param: 'emial',
          message: 'Received unknown parameter: emial',
        },
      },
    })
    expect(await raw(`${sandbox.url}/v1/subscriptions`, 'customer=cus_1&items[0][plan_id]=x')).toMatchObject({
      status: 400,
      body: { error: { code: 'parameter_unknown', param: 'items[0][plan_id]' } },
    })
    expect(await raw(`${sandbox.url}/v1/planets`, '')).toMatchObject({
      status: 404,
      body: { error: { message: expect.stringMatching(/^Unrecognized request URL \(POST: \/v1\/planets\)/) } },
    })
    expect(await raw(`${sandbox.url}/v1/customers`, '', { 'stripe-version': '2019-05-16' })).toMatchObject({
      status: 400,
    })
    expect(await refusal(stripe.customers.list({}, { apiKey: 'sk_test_other' }))).toMatchObject({
      type: 'StripeAuthenticationError',
      statusCode: 401,
    })
    expect(await refusal(stripe.customers.retrieve('cus_none'))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      message: "No such customer: 'cus_none'",
      param: 'id',
    })
    expect(await refusal(stripe.subscriptions.create({ customer: 'cus_none', items: [{ price: 'x' }] }))).toMatchObject(
      { statusCode: 400, code: 'resource_missing', param: 'customer' },
    )
  })

  it('carries a call out once for each idempotency key, and repeats its answer, errors too', async () => {
    const { stripe, customer, price, requests } = await sandboxWorld()
    const team = await price('team', 900)
    const first = await stripe.customers.create({ name: 'Ann' }, { idempotencyKey: 'one' })
    const again = await stripe.customers.create({ name: 'Ann' }, { idempotencyKey: 'one' })
    expect(again.id).toBe(first.id)
    expect(again.lastResponse.headers).toMatchObject({
      'idempotent-replayed': 'true',
      'original-request': first.lastResponse.requestId,
    })
    expect((await stripe.customers.list()).data).toHaveLength(1)

    const { id } = await customer('pm_card_chargeCustomerFail')
    const subscribe = () =>
      stripe.subscriptions.create({ customer: id, items: [{ price: team.id }] }, { idempotencyKey: 'two' })
    const unpaid = await subscribe()
    const pay = () => stripe.invoices.pay(String(unpaid.latest_invoice), {}, { idempotencyKey: 'three' })
    const declined = await refusal(pay())
    expect(declined).toMatchObject({ type: 'StripeCardError', code: 'card_declined', decline_code: 'generic_decline' })
    const good = await stripe.paymentMethods.attach('pm_card_visa', { customer: id })
    await stripe.customers.update(id, { invoice_settings: { default_payment_method: good.id } })
    expect(await refusal(pay())).toMatchObject({ code: 'card_declined' })
    expect((await subscribe()).status).toBe('incomplete')

    const other = stripe.customers.create({ name: 'Ben' }, { idempotencyKey: 'one' })
    expect(await refusal(other)).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 })
    const made = (await requests()).filter(({ path }: { path: string }) => path.endsWith('/pay'))
    expect(made).toMatchObject([
      { method: 'POST', status: 402, idempotency_key: 'three', replayed: false },
      { method: 'POST', status: 402, idempotency_key: 'three', replayed: true },
    ])
  })

  it('forgets an idempotency key after a day', async () => {
    const { stripe, advanceTo, now } = await sandboxWorld()
    const first = await stripe.customers.create({}, { idempotencyKey: 'one' })
    await advanceTo((await now()) + 86_400)

    expect((await stripe.customers.create({}, { idempotencyKey: 'one' })).id).not.toBe(first.id)
  })

  it('pages through lists in both directions', async () => {
    const { stripe } = await sandboxWorld()
    const ids: string[] = []
    for (let count = 0; count < 5; count += 1) ids.unshift((await stripe.customers.create()).id)
    const idsOf = ({ data }: { data: { id: string }[] }): string[] => data.map(({ id }) => id)

    const first = await stripe.customers.list({ limit: 2 })
    expect([idsOf(first), first.has_more]).toEqual([ids.slice(0, 2), true])
    const second = await stripe.customers.list({ limit: 2, starting_after: ids[1] ?? '' })
    expect([idsOf(second), second.has_more]).toEqual([ids.slice(2, 4), true])
    const back = await stripe.customers.list({ limit: 2, ending_before: ids[4] ?? '' })
    expect([idsOf(back), back.has_more]).toEqual([ids.slice(2, 4), true])
    const all: string[] = []
    for await (const { id } of stripe.customers.list({ limit: 2 })) all.push(id)
    expect(all).toEqual(ids)
    expect(await refusal(stripe.customers.list({ limit: 101 }))).toMatchObject({ param: 'limit' })
    expect(await refusal(stripe.customers.list({ starting_after: 'cus_none' }))).toMatchObject({
      param: 'starting_after',
    })
  })

  it('expands what is asked for, four levels deep, and nothing else', async () => {
    const { stripe, price, customer } = await sandboxWorld()
    const { id } = await customer()
    await stripe.subscriptions.create({ customer: id, items: [{ price: (await price('team', 900)).id }] })

    const { data } = await stripe.subscriptions.list({
      expand: ['data.customer.invoice_settings.default_payment_method', 'data.latest_invoice.payments'],
    })
    expect(data[0]).toMatchObject({
      customer: { invoice_settings: { default_payment_method: { card: { last4: '4242' } } } },
      latest_invoice: { object: 'invoice', payments: { object: 'list' } },
    })
    const plain = await stripe.invoices.list({ customer: id })
    expect(plain.data[0]).not.toHaveProperty('payments')
    expect(await refusal(stripe.customers.retrieve(id, { expand: ['invoice_prefix'] }))).toMatchObject({
      param: 'expand',
    })
  })

  it('finds prices by their key, which moves to another price', async () => {
    const { stripe, price } = await sandboxWorld()
    const old = await price('team', 900)
    expect(await refusal(price('team', 1000))).toMatchObject({ param: 'lookup_key' })
    const next = await stripe.prices.create({
      currency: 'gbp',
      unit_amount: 1000,
      recurring: { interval: 'month' },
      product_data: { name: 'Team' },
      lookup_key: 'team',
      transfer_lookup_key: true,
    })

    expect((await stripe.prices.list({ lookup_keys: ['team'] })).data.map(({ id }) => id)).toEqual([next.id])
    const { data } = await stripe.prices.list()
    expect(data.map(({ id, lookup_key }) => [id, lookup_key])).toEqual([
      [next.id, 'team'],
      [old.id, null],
    ])
    expect(String(next.unit_amount_decimal)).toBe('1000')
  })

  it('keeps what it knows in its file', async () => {
    const file = join(temporaryFolder(), 'sandbox.sqlite')
    const world = await sandboxWorld({ file })
    const { id } = await world.customer()
    await world.advanceTo((await world.now()) + 86_400)
    const time = await world.now()
    await world.close()

    const next = await sandboxWorld({ file })
    const expand = ['invoice_settings.default_payment_method']
    expect(await next.stripe.customers.retrieve(id, { expand })).toMatchObject({
      invoice_settings: { default_payment_method: { card: { last4: '4242' } } },
    })
    expect(await next.now()).toBeGreaterThanOrEqual(time)
    await next.close()
  })
})
