import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'
import { onTestFinished } from 'vitest'
import { startSandbox } from '#api/payment-sandbox/sandbox.ts'

const WEBHOOK_SECRET = 'whsec_test'
const SECRET_KEY = 'sk_test_sandbox'

type Receiver = { url: string; events: Stripe.Event[]; answer: (status: number) => void; failures: string[] }

/** A receiver of webhooks that checks signatures and keeps what it was sent. */
const startReceiver = async (): Promise<Receiver> => {
  const events: Stripe.Event[] = []
  const failures: string[] = []
  let status = 200
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const signature = String(request.headers['stripe-signature'])
    try {
      const event = Stripe.webhooks.constructEvent(Buffer.concat(chunks).toString(), signature, WEBHOOK_SECRET)
      if (status === 200) events.push(event)
    } catch (error) {
      failures.push(String(error))
    }
    response.writeHead(status).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/webhook/stripe`,
    events,
    failures,
    answer: (next) => {
      status = next
    },
  }
}

export type SandboxWorld = Awaited<ReturnType<typeof sandboxWorld>>

/**
 * A payment sandbox in memory, the official SDK that talks to it, and a receiver of its webhooks. An error that no
 * caller caused fails the test.
 */
export const sandboxWorld = async ({ file = ':memory:' } = {}) => {
  const receiver = await startReceiver()
  const sandbox = await startSandbox({
    file,
    port: 0,
    keys: { secretKey: SECRET_KEY, publishableKey: 'pk_test_sandbox' },
    webhook: { url: receiver.url, secret: WEBHOOK_SECRET, retryAfterMs: [5, 5, 5] },
    appOrigin: 'http://localhost:3000',
    failed: (error) => {
      throw error
    },
  })
  let ended: Promise<void> | undefined
  const close = (): Promise<void> => {
    ended ??= sandbox.close()
    return ended
  }
  onTestFinished(close)
  const client = (settings: Stripe.StripeConfig = {}): Stripe =>
    new Stripe(SECRET_KEY, {
      host: '127.0.0.1',
      port: sandbox.port,
      protocol: 'http',
      maxNetworkRetries: 0,
      telemetry: false,
      ...settings,
    })
  const stripe = client()

  const price = async (id: string, unitAmount: number, interval: 'month' | 'year' = 'month'): Promise<Stripe.Price> => {
    const name = id.replace(/^./, (letter) => letter.toUpperCase())
    const recurring = { interval }
    return stripe.prices.create({
      currency: 'gbp',
      unit_amount: unitAmount,
      recurring,
      lookup_key: id,
      product_data: { name },
    })
  }

  /** A customer who pays with a test card. */
  const customer = async (card: string | null = 'pm_card_visa', details: Stripe.CustomerCreateParams = {}) => {
    const made = await stripe.customers.create({ test_clock: 'clock_sandbox', ...details })
    if (card === null) return made
    const method = await stripe.paymentMethods.attach(card, { customer: made.id })
    return stripe.customers.update(made.id, { invoice_settings: { default_payment_method: method.id } })
  }

  /** A call that the SDK does not have. */
  const call = async (method: string, path: string, form: { [name: string]: string } = {}) => {
    const isGet = method === 'GET'
    const response = await fetch(`${sandbox.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${SECRET_KEY}` },
      ...(isGet ? {} : { body: new URLSearchParams(form) }),
    })
    return { status: response.status, body: await response.json() }
  }

  /** The secret by which the holder of a card can confirm the payment of a subscription's latest invoice. */
  const secretOf = async (subscription: string): Promise<string> => {
    const { latest_invoice: invoice } = await stripe.subscriptions.retrieve(subscription, {
      expand: ['latest_invoice.payments'],
    })
    const [payment] = (invoice as Stripe.Invoice).payments?.data ?? []
    const intent = await stripe.paymentIntents.retrieve(String(payment?.payment.payment_intent))
    return intent.client_secret ?? ''
  }

  const settled = async (): Promise<void> => {
    for (;;) {
      const clock = await stripe.testHelpers.testClocks.retrieve('clock_sandbox')
      if (clock.status === 'ready') return
    }
  }

  return {
    sandbox,
    stripe,
    client,
    receiver,
    price,
    customer,
    secretOf,
    call,
    close,
    now: async () => (await stripe.testHelpers.testClocks.retrieve('clock_sandbox')).frozen_time,
    /** Sets the clock forward, and comes back when everything due has happened and was told. */
    advanceTo: async (seconds: number): Promise<void> => {
      await stripe.testHelpers.testClocks.advance('clock_sandbox', { frozen_time: seconds })
      await settled()
    },
    fault: (order: { method?: string; path?: string; mode: string; times?: string }) =>
      call('POST', '/sandbox/faults', order),
    requests: async () => (await call('GET', '/sandbox/requests')).body.data,
  }
}

/** The error of the SDK that a call is refused with. */
export const refusal = async (call: Promise<unknown>): Promise<Stripe.errors.StripeError> => {
  try {
    await call
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error
    throw error
  }
  throw new Error('The call was not refused.')
}
