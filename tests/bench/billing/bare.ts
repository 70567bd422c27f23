import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type Stripe from 'stripe'
import { openStripe } from '#api/adapters/payment/stripe-client.ts'
import { newInstallation } from '#tests/support/product.ts'
import { runProgram } from '#tests/support/run-program.ts'

/** Does something for each item, so many at once. */
export const eachOf = async <Item>(items: readonly Item[], atOnce: number, act: (item: Item) => Promise<unknown>) => {
  const left = [...items]
  const work = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await act(item)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

/** Sets the clock forward; resolves when everything due has happened and each webhook was answered. */
export const passDays = async (stripe: Stripe, days: number): Promise<void> => {
  const { testClocks } = stripe.testHelpers
  const { frozen_time: now } = await testClocks.retrieve('clock_sandbox')
  await testClocks.advance('clock_sandbox', { frozen_time: now + days * 86_400 })
  while ((await testClocks.retrieve('clock_sandbox')).status !== 'ready') await wait(50)
}

export type BareNumbers = { subscribing: number; renewing: number; asking: number }

/**
 * The same renewals with nothing but the SDK and a server that answers each webhook at once: seconds to subscribe, to
 * renew, and to ask four customers at a time for what changed, as often as the product does.
 */
export const bareRenewals = async (count: number, asked: number): Promise<BareNumbers> => {
  const place = await newInstallation()
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(204).end())
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => receiver.once('listening', resolve))
  const { port } = receiver.address() as AddressInfo
  const sandbox = runProgram(process.execPath, ['api/payment-sandbox.ts'], {
    PATH: process.env.PATH,
    PORT: String(port),
    DATA_DIR: place.dataDir,
    SANDBOX_PORT: String(place.port),
    STRIPE_WEBHOOK_SECRET: 'whsec_bench',
    STRIPE_SECRET_KEY: 'sk_test_bench',
  })
  await sandbox.printed(/listens on/)
  const stripe = openStripe({ apiBase: `http://127.0.0.1:${place.port}`, secretKey: 'sk_test_bench' })
  const { id: price } = await stripe.prices.create({
    currency: 'gbp',
    unit_amount: 1900,
    recurring: { interval: 'month' },
    product_data: { name: 'Starter' },
  })
  const customers: string[] = []
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const begun = performance.now()
    await work()
    return (performance.now() - begun) / 1000
  }
  try {
    const subscribing = await timed(() =>
      eachOf([...Array(count).keys()], 4, async () => {
        const { id } = await stripe.customers.create({ test_clock: 'clock_sandbox' })
        const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: id })
        await stripe.customers.update(id, { invoice_settings: { default_payment_method: card.id } })
        await stripe.subscriptions.create({ customer: id, items: [{ price }] })
        customers.push(id)
      }),
    )
    const renewing = await timed(() => passDays(stripe, 32))
    const rounds = Array.from({ length: Math.round(asked / count) }, () => customers).flat()
    const asking = await timed(() =>
      eachOf(rounds, 4, async (customer) => {
        await stripe.customers.retrieve(customer)
        await stripe.subscriptions.list({ customer, status: 'all', limit: 100 })
        await stripe.invoices.list({ customer, limit: 100 })
      }),
    )
    return { subscribing, renewing, asking }
  } finally {
    sandbox.child.kill('SIGTERM')
    await sandbox.finished
    receiver.close()
    await place.remove()
  }
}
