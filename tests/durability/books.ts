import type Stripe from 'stripe'
import type { EventNamed } from '#schemas/events/registry.ts'
import { eventsInLog } from '#tests/support/log-of.ts'
import type { Installation } from '#tests/support/product.ts'
import { sandboxStripe } from './trouble.ts'

/** Of paid invoices, in minor units: with tax, after discounts. */
export type Sums = { paidMinor: number; taxMinor: number; discountMinor: number }

/** The payments of one payer, and those that look as if they were made twice. */
type Account = Sums & { charges: number; live: string[]; twice: string[] }

const all = async <Item>(list: AsyncIterable<Item>): Promise<Item[]> => {
  const items: Item[] = []
  for await (const item of list) items.push(item)
  return items
}

const idOf = (reference: string | { id: string } | null | undefined): string =>
  typeof reference === 'string' ? reference : (reference?.id ?? '')

/** Pairs of subscriptions that went on at the same time, and orders that began several. */
const overlapsIn = (subscriptions: readonly Stripe.Subscription[]): string[] => {
  const begun = subscriptions.filter(({ status }) => !status.startsWith('incomplete'))
  const lives = begun
    .map(({ id, created, ended_at }) => ({ id, from: created, to: ended_at ?? Number.POSITIVE_INFINITY }))
    .toSorted((left, right) => left.from - right.from)
  const overlapping = lives.filter(({ from }, at) => from < (lives[at - 1]?.to ?? 0))
  const orders = begun.map(({ metadata }) => metadata.order ?? '')
  const repeated = orders.filter((order, at) => orders.indexOf(order) !== at)
  return [...overlapping.map(({ id }) => `${id} overlaps another`), ...repeated.map((id) => `order ${id} began two`)]
}

/** Paid invoices of a subscription that charge the same lines for the same time. */
const repeatsIn = (invoices: readonly Stripe.Invoice[]): string[] => {
  const seen = new Set<string>()
  return invoices.flatMap(({ id, amount_paid: paid, parent, lines }) => {
    if (paid === 0) return []
    const of = idOf(parent?.subscription_details?.subscription)
    const what = lines.data.map(({ amount, period, description }) => [amount, period.start, period.end, description])
    const text = JSON.stringify([of, what])
    return seen.size === seen.add(text).size ? [`${id} charges what another invoice charged`] : []
  })
}

const accountOf = async (stripe: Stripe, customer: string): Promise<Account> => {
  const [charges, invoices, subscriptions] = await Promise.all([
    all(stripe.charges.list({ customer, limit: 100 })),
    all(stripe.invoices.list({ customer, limit: 100, status: 'paid' })),
    all(stripe.subscriptions.list({ customer, limit: 100, status: 'all' })),
  ])
  const taken = charges.filter(({ status }) => status === 'succeeded')
  const charged = taken.reduce((sum, { amount, amount_refunded: back }) => sum + amount - back, 0)
  const billed = invoices.reduce((sum, { amount_paid: paid }) => sum + paid, 0)
  const paidInvoices = invoices.filter(({ amount_paid: paid }) => paid > 0)
  const odd = charged === billed ? [] : [`${customer} was charged ${charged} for invoices of ${billed}`]
  const many = taken.length === paidInvoices.length ? [] : [`${taken.length} charges, ${paidInvoices.length} invoices`]
  const sumOf = (amounts: readonly { amount: number }[] | null) =>
    (amounts ?? []).reduce((sum, { amount }) => sum + amount, 0)
  return {
    paidMinor: invoices.reduce((sum, { total }) => sum + total, 0),
    taxMinor: invoices.reduce((sum, { total_taxes: taxes }) => sum + sumOf(taxes), 0),
    discountMinor: invoices.reduce((sum, { total_discount_amounts: off }) => sum + sumOf(off), 0),
    charges: taken.length,
    live: subscriptions.filter(({ status }) => ['active', 'trialing', 'past_due'].includes(status)).map(({ id }) => id),
    twice: [...odd, ...many, ...overlapsIn(subscriptions), ...repeatsIn(invoices)],
  }
}

export type Provider = { accounts: Map<string, Account>; secrets: string[] }

/** The provider's state of every billable, and every secret by which a browser could confirm a payment. */
export const providerBooks = async (place: Installation): Promise<Provider> => {
  const stripe = sandboxStripe(place)
  const accounts = new Map<string, Account>()
  for (const { id, metadata } of await all(stripe.customers.list({ limit: 100 }))) {
    const billable = metadata.billable ?? ''
    const account = await accountOf(stripe, id)
    const other = accounts.get(billable)
    if (other) account.twice.push(`${billable} is two customers`)
    accounts.set(billable, account)
  }
  const intents = [
    ...(await all(stripe.paymentIntents.list({ limit: 100 }))),
    ...(await all(stripe.setupIntents.list({ limit: 100 }))),
  ]
  return { accounts, secrets: intents.flatMap(({ client_secret: secret }) => secret ?? []) }
}

/** What the newest comparison that was ordered found; a worker that starts makes one too, and may still be at it. */
export const differencesFound = ({ dataDir }: Installation): string[] => {
  const ordered = eventsInLog(dataDir, 'BillingComparisonOrdered').at(-1)?.data.comparisonId
  const made = eventsInLog(dataDir, 'BillingCompared').find(({ data }) => data.comparisonId === ordered)
  if (made === undefined) return [`Comparison ${ordered} was not made`]
  return made.data.differences.map(({ of, id }) => `${of} ${id}`)
}

type LogAccount = Omit<Account, 'charges' | 'twice'>

const sumIn = (amounts: readonly { amountMinor: number }[]): number =>
  amounts.reduce((sum, { amountMinor }) => sum + amountMinor, 0)

/**
 * The state of every billable in the log of a stopped product: sums of paid invoices, and the subscription that goes
 * on.
 */
export const logBooks = ({ dataDir }: Installation): Map<string, LogAccount> => {
  const types = ['InvoiceRecorded', 'InvoicePaid', 'SubscriptionStarted', 'SubscriptionEnded'] as const
  const books = new Map<string, LogAccount>()
  const recorded = new Map<string, EventNamed<'InvoiceRecorded'>['data']>()
  for (const { type, data } of eventsInLog(dataDir, ...types)) {
    if (type === 'InvoiceRecorded') {
      recorded.set(data.invoiceId, data)
      continue
    }
    const known = books.get(data.billable.id)
    const account = known ?? { paidMinor: 0, taxMinor: 0, discountMinor: 0, live: [] }
    books.set(data.billable.id, account)
    if (type === 'SubscriptionStarted') account.live = [data.subscriptionId]
    else if (type === 'SubscriptionEnded') account.live = account.live.filter((id) => id !== data.subscriptionId)
    else {
      const { taxes = [], discounts = [] } = recorded.get(data.invoiceId) ?? {}
      account.paidMinor += data.totalMinor
      account.taxMinor += sumIn(taxes)
      account.discountMinor += sumIn(discounts)
    }
  }
  return books
}
