import Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { readEnv } from '#api/env/env.ts'
import { providerEventStream } from '#api/event-store/streams.ts'
import { startApp } from '#tests/support/app.ts'
import { mutated } from '#tests/support/odd-json.ts'
import { prepared } from '#tests/support/prepared.ts'
import { randomFrom } from '#tests/support/random.ts'

const secret = 'whsec_test'
const types = { 'content-type': 'application/json; charset=utf-8' }

describe('POST /webhook/stripe [D-86]', () => {
  const app = prepared(() => startApp({ env: { stripe: { ...readEnv({}).stripe, webhookSecret: secret } } }))
  let made = 0

  const event = (changes: object = {}) => {
    made += 1
    const object = { id: 'sub_1', object: 'subscription', customer: 'cus_1', plan: 'never believed' }
    return { id: `evt_${made}`, object: 'event', type: 'customer.subscription.updated', data: { object }, ...changes }
  }
  const signed = (payload: string, timestamp = Math.floor(Date.now() / 1000)) =>
    Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
  const send = async (payload: string, headers: Record<string, string> = { 'stripe-signature': signed(payload) }) =>
    (await app.guest().request('POST', '/webhook/stripe', { text: payload, headers: { ...types, ...headers } })).status
  const recorded = (eventId: string) => app.ledger.read(providerEventStream({ provider: 'sandbox', eventId }))

  test('records news once, however often it comes, and of what it says the names alone', async () => {
    const news = event()
    const payload = JSON.stringify(news, null, 2)

    expect(await Promise.all([send(payload), send(payload)])).toEqual([204, 204])
    expect(await send(payload)).toBe(204)

    const { id: eventId, type } = news
    expect((await recorded(eventId)).map(({ data }) => data)).toEqual([
      { provider: 'sandbox', eventId, type, objectId: 'sub_1', customerId: 'cus_1' },
    ])
  })

  test('takes news of no interest, and records nothing of it', async () => {
    const others = [event({ type: 'product.created' }), event({ data: { object: { id: 'in_1', object: 'invoice' } } })]

    for (const other of others) {
      expect(await send(JSON.stringify(other))).toBe(204)
      expect(await recorded(other.id)).toEqual([])
    }
  })

  test('refuses a signature that is missing, wrong, or older than five minutes, and what is not JSON', async () => {
    const news = event()
    const payload = JSON.stringify(news)
    const old = Math.floor(Date.now() / 1000) - 301

    expect(await send(payload, {})).toBe(400)
    expect(await send(payload, { 'stripe-signature': signed(`${payload} `) })).toBe(400)
    expect(await send(payload, { 'stripe-signature': signed(payload, old) })).toBe(400)
    expect(await send('not JSON')).toBe(400)
    expect(await recorded(news.id)).toEqual([])
  })

  test.each([
    'null',
    'true',
    '0',
    '"text"',
    '[]',
    '[null]',
    '{}',
    '{"type":null}',
    '{"object":"v2.core.event"}',
    '{"id":"evt_1","type":"invoice.paid"}',
    '{"id":"evt_1","type":"invoice.paid","data":null}',
    '{"id":"evt_1","type":"invoice.paid","data":{"object":null}}',
    '{"id":1,"type":2,"data":{"object":{}}}',
    '{"id":"evt_1","type":"invoice.paid","data":{"object":{"id":{},"customer":{"id":[]}}}}',
  ])('has nothing of interest in %s that is signed, and does not fail at it', async (payload) => {
    expect([204, 400]).toContain(await send(payload))
  })

  test('does not fail at what is signed, whatever is odd in it', async () => {
    // WEBHOOK_ROUNDS=10000 goes on with the same row of numbers.
    const rounds = Number(process.env.WEBHOOK_ROUNDS ?? 300)
    const random = randomFrom(20_261_124)
    const statuses = new Map<number, number>()

    for (let round = 0; round < rounds; round += 1) {
      const status = await send(JSON.stringify(mutated(event(), random)))
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }

    expect([...statuses.keys()].toSorted()).toEqual([204])
  })

  test('refuses more than 256 KB', async () => {
    expect(await send(JSON.stringify(event({ padding: 'x'.repeat(256 * 1024) })))).toBe(413)
  })

  test('is not there for a provider that is not configured', async () => {
    expect((await app.guest().request('POST', '/webhook/braintree', { text: '{}', headers: types })).status).toBe(404)
  })
})
