import { describe, expect, it } from 'vitest'
import { refusal, sandboxWorld } from '#tests/support/payment-sandbox.ts'

describe('trouble that is ordered from the payment sandbox', () => {
  it('answers an error, and repeats it for the same key', async () => {
    const { stripe, fault } = await sandboxWorld()
    await fault({ method: 'POST', path: '/v1/customers', mode: 'status:500', times: '1' })

    const create = () => stripe.customers.create({ name: 'Ann' }, { idempotencyKey: 'one' })
    expect(await refusal(create())).toMatchObject({ type: 'StripeAPIError', statusCode: 500 })
    expect(await refusal(create())).toMatchObject({ type: 'StripeAPIError', statusCode: 500 })
    expect((await stripe.customers.list()).data).toEqual([])
    await stripe.customers.create({ name: 'Ann' }, { idempotencyKey: 'two' })
    expect((await stripe.customers.list()).data).toHaveLength(1)
  })

  it.each([
    ['drop_before', false],
    ['drop_after', true],
  ])('cuts the connection (%s), which the SDK gets over without doing anything twice', async (mode, isDone) => {
    const { client, stripe, fault, requests } = await sandboxWorld()
    await fault({ method: 'post', path: '/v1/customers', mode })

    const { id } = await client({ maxNetworkRetries: 2 }).customers.create({ name: 'Ann' })

    expect((await stripe.customers.list()).data.map((customer) => customer.id)).toEqual([id])
    const tries = (await requests()).filter(({ method }: { method: string }) => method === 'POST')
    expect(tries).toMatchObject([
      { path: '/v1/customers', status: null, replayed: false },
      { path: '/v1/customers', status: 200, replayed: isDone },
    ])
  })

  it('takes its time, and refuses the same key meanwhile', async () => {
    const { stripe, fault } = await sandboxWorld()
    await fault({ path: '/v1/customers', mode: 'delay_ms:150' })
    const create = () => stripe.customers.create({ name: 'Ann' }, { idempotencyKey: 'one' })

    const [first, second] = await Promise.allSettled([create(), create()])
    const refused = [first, second].filter(({ status }) => status === 'rejected')
    expect(refused).toMatchObject([{ reason: { code: 'idempotency_key_in_use', statusCode: 409 } }])
    expect((await stripe.customers.list()).data).toHaveLength(1)
  })

  it('is forgotten on order, and must be one that it knows', async () => {
    const { stripe, fault } = await sandboxWorld()
    await fault({ mode: 'status:503', times: '9' })
    expect(await refusal(stripe.customers.list())).toMatchObject({ statusCode: 503 })
    await fault({ mode: 'none' })
    expect((await stripe.customers.list()).data).toEqual([])
    expect((await fault({ mode: 'explode' })).status).toBe(400)
  })

  it('is ordered with the secret key alone, by nobody else of the machine and no page', async () => {
    const { sandbox } = await sandboxWorld()
    const order = (headers: { [name: string]: string }) =>
      fetch(`${sandbox.url}/sandbox/faults`, { method: 'POST', headers, body: new URLSearchParams({ mode: 'none' }) })

    for (const authorization of ['', 'Bearer sk_test_wrong', 'Bearer pk_test_sandbox']) {
      expect((await order({ authorization })).status).toBe(401)
      expect((await fetch(`${sandbox.url}/sandbox/requests`, { headers: { authorization } })).status).toBe(401)
    }
    expect((await order({})).status).toBe(401)
    expect((await order({ authorization: 'Bearer sk_test_sandbox' })).status).toBe(200)
  })
})

describe('webhooks of the payment sandbox', () => {
  const typesOf = (events: { type: string }[]) => events.map(({ type }) => type)

  it('are sent again until they are taken, or given up', async () => {
    const { stripe, customer, receiver, advanceTo, now } = await sandboxWorld()
    const { id } = await customer(null)
    receiver.answer(503)
    await stripe.customers.update(id, { name: 'Ann' })
    await advanceTo((await now()) + 10)
    receiver.answer(200)
    expect(receiver.events).toEqual([])
    const missed = await stripe.events.list({ types: ['customer.updated'] })
    expect(missed.data).toMatchObject([{ pending_webhooks: 1, data: { previous_attributes: { name: null } } }])

    await stripe.customers.update(id, { name: 'Ben' })
    await advanceTo((await now()) + 10)
    expect(receiver.events).toMatchObject([{ type: 'customer.updated', data: { object: { id, name: 'Ben' } } }])
  })

  it('can be kept back, and sent twice and out of order', async () => {
    const { stripe, customer, receiver, fault, advanceTo, now } = await sandboxWorld()
    const { id } = await customer(null)
    await fault({ path: '/webhook', mode: 'mute', times: '1' })
    await stripe.customers.update(id, { name: 'Ann' })
    await advanceTo((await now()) + 10)
    expect(receiver.events).toEqual([])

    await fault({ path: '/webhook', mode: 'twice', times: '1' })
    await stripe.customers.update(id, { name: 'Ben' })
    await advanceTo((await now()) + 10)
    const ids = receiver.events.map((event) => event.id)
    expect(typesOf(receiver.events)).toEqual(['customer.updated', 'customer.updated'])
    expect(new Set(ids).size).toBe(1)
  })

  it('go wrong only where that was ordered for them', async () => {
    const { stripe, customer, receiver, fault, advanceTo, now } = await sandboxWorld()
    const { id } = await customer(null)
    await fault({ path: '/webhook', mode: 'status:500', times: '9' })

    await stripe.customers.update(id, { name: 'Ann' })
    await advanceTo((await now()) + 10)
    expect(receiver.events).toEqual([])
    await fault({ mode: 'none' })
    await fault({ method: 'DELETE', mode: 'status:500', times: '9' })
    await fault({ method: 'POST', path: '/v1/planets', mode: 'drop_before', times: '9' })
    await stripe.customers.update(id, { name: 'Ben' })
    await advanceTo((await now()) + 10)
    expect(receiver.events).toHaveLength(1)
  })

  it('are known for 30 days', async () => {
    const { stripe, customer, advanceTo, now } = await sandboxWorld()
    await customer()
    expect((await stripe.events.list()).data.map(({ type }) => type)).toEqual(['customer.updated'])

    await advanceTo((await now()) + 31 * 86_400)
    expect((await stripe.events.list()).data).toEqual([])
  })

  it('whose receiver has taken them but was cut off are sent again', async () => {
    const { stripe, customer, receiver, fault, advanceTo, now } = await sandboxWorld()
    const { id } = await customer(null)
    await fault({ path: '/webhook', mode: 'drop_after', times: '1' })
    await stripe.customers.update(id, { name: 'Ann' })
    await advanceTo((await now()) + 10)

    expect(typesOf(receiver.events)).toEqual(['customer.updated', 'customer.updated'])
    expect((await stripe.events.list({ types: ['customer.updated'] })).data[0]).toMatchObject({ pending_webhooks: 0 })
  })
})

describe('the clock of the payment sandbox', () => {
  it('goes forward only', async () => {
    const { stripe, now } = await sandboxWorld()
    const back = stripe.testHelpers.testClocks.advance('clock_sandbox', { frozen_time: (await now()) - 60 })

    expect(await refusal(back)).toMatchObject({ statusCode: 400, param: 'frozen_time' })
    expect(await refusal(stripe.testHelpers.testClocks.retrieve('clock_other'))).toMatchObject({ statusCode: 404 })
  })
})
