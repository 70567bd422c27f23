import Stripe from 'stripe'
import { openStripe } from '#api/adapters/payment/stripe-client.ts'
import { stripeProvider } from '#api/adapters/payment/stripe-provider.ts'
import { stripeQuestions } from '#api/adapters/payment/stripe-questions.ts'
import { type ApiCalls, answerCall } from '#api/payment-sandbox/api-calls.ts'
import { now } from '#api/payment-sandbox/clock.ts'
import { carryOutDue } from '#api/payment-sandbox/due.ts'
import { openFaults } from '#api/payment-sandbox/faults.ts'
import { openIdempotency } from '#api/payment-sandbox/idempotency.ts'
import { serve } from '#api/payment-sandbox/server.ts'
import { openStore } from '#api/payment-sandbox/store.ts'
import { type MoneyWorld, setForward } from '#tests/support/money/walk.ts'

const keys = { secretKey: 'sk_test_sandbox', publishableKey: 'pk_test_sandbox' }
const withTax = 1.2

/** A part of a plan's time, and what it costs after discounts, without VAT. */
type Debit = { net: number; start: number; end: number }

const debitOf = ({ amount, period, discount_amounts: off }: Stripe.InvoiceLineItem): Debit => ({
  net: amount - (off ?? []).reduce((sum, each) => sum + each.amount, 0),
  start: period.start,
  end: period.end,
})

const sum = (amounts: readonly number[]): number => amounts.reduce((all, each) => all + each, 0)

const failed = (error: Error): void => {
  throw error
}

/**
 * The payment sandbox in the terms of the walk. What a plan costs stands on lines; each is used from its start until the
 * next one begins. `overSockets` sends the SDK's calls over HTTP; without it they are handed over in this process.
 */
export const stripeMoney = async (overSockets: boolean): Promise<{ world: MoneyWorld; close: () => Promise<void> }> => {
  const store = openStore(':memory:')
  const calls: ApiCalls = {
    store,
    keys,
    idempotency: openIdempotency(store),
    faults: openFaults(),
    changed: () => {},
  }
  const handOver: typeof fetch = async (input, { method = 'GET', headers, body } = {}) => {
    const { pathname: path, search } = new URL(String(input))
    const form = typeof body === 'string' && body !== '' ? body : search.slice(1)
    const asked = Object.fromEntries(new Headers(headers))
    const reply = await answerCall(calls, { method, path, form, headers: asked })
    return new Response(reply?.body ?? '', { status: reply?.status ?? 500, headers: reply?.headers ?? {} })
  }
  const server = overSockets
    ? await serve(calls, { store, publishableKey: keys.publishableKey, appOrigin: 'http://localhost' }, 0, failed)
    : null
  const stripe = server
    ? openStripe({ apiBase: `http://127.0.0.1:${server.port}`, secretKey: keys.secretKey })
    : new Stripe(keys.secretKey, { httpClient: Stripe.createFetchHttpClient(handOver), telemetry: false })
  await stripe.coupons.create({
    id: 'SPRING',
    amount_off: 500,
    currency: 'gbp',
    duration: 'repeating',
    duration_in_months: 2,
  })
  await stripe.coupons.create({ id: 'ALWAYS', amount_off: 300, currency: 'gbp', duration: 'forever' })
  const world: MoneyWorld = {
    provider: stripeProvider({ stripe, name: 'sandbox', testClock: 'clock_sandbox' }),
    questions: stripeQuestions(stripe, 'sandbox'),
    card: 'pm_card_visa',
    coupons: ['SPRING', 'ALWAYS'],
    pass: async (days) => {
      setForward(days)
      carryOutDue(store)
    },
    sums: async () => {
      const [customer] = store.list<Stripe.Customer>('customer', {})
      const of = { customer: customer?.id ?? '' }
      const invoices = store.list<Stripe.Invoice>('invoice', of).toReversed()
      const pending = store.list<Stripe.InvoiceItem>('invoiceitem', of).toReversed()
      const lines = invoices.flatMap((invoice) => invoice.lines.data)
      const items = pending.map(({ amount, period }) => ({ amount, period, discount_amounts: [] }) as never)
      const debits = [...lines, ...items].filter(({ amount }) => amount >= 0).map(debitOf)
      const at = now(store)
      const used = debits.map(({ net, start, end }, index) => {
        const until = Math.min(at, end, debits[index + 1]?.start ?? end)
        return (net * (until - start)) / (end - start)
      })
      const last = debits.at(-1)
      const left = last ? (last.net * Math.max(0, last.end - at)) / (last.end - last.start) : 0
      return {
        charged: sum(invoices.map(({ amount_paid: paid }) => paid)),
        held: -(customer?.balance ?? 0) - sum(pending.map(({ amount }) => amount)) * withTax,
        used: sum(used) * withTax,
        ahead: left * withTax,
        roundings: 2 + lines.length + pending.length,
      }
    },
  }
  return {
    world,
    close: async () => {
      await server?.close()
      store.close()
    },
  }
}
