import type Stripe from 'stripe'
import type { PaymentProvider as ProviderName } from '#schemas/billing/billable.ts'
import type { Attempt, PaymentProvider, Subscribing } from './payment-provider.ts'
import { PaymentRefused } from './payment-provider.ts'
import { discountsFor } from './stripe-coupons.ts'
import { foundOrNull, isPastTrial, translated, waitsForPayer } from './stripe-errors.ts'
import { invoicesIn, subscriptionsIn } from './stripe-everything.ts'
import { invoicesOf } from './stripe-invoices.ts'
import { eventsSince, newsOf } from './stripe-news.ts'
import { priceOf } from './stripe-prices.ts'
import { snapshotOf } from './stripe-snapshot.ts'
import { changeTax, taxRatesOf } from './stripe-taxes.ts'
import { billableIn, idOf } from './stripe-values.ts'

export type StripeSetup = {
  stripe: Stripe
  /** The provider's name in the log: ids of the sandbox mean nothing at Stripe. */
  name: Extract<ProviderName, 'sandbox' | 'stripe'>
  /** The test clock that customers are created on; undefined for real time. */
  testClock: string | undefined
}

/** A key of one step of one attempt: Stripe carries it out once, and answers the same for a day. */
const keyed = ({ orderId, attempt }: Attempt, step: string): Stripe.RequestOptions => ({
  idempotencyKey: `${orderId}/${step}/${attempt}`,
})

const subscriptionParams = async (
  stripe: Stripe,
  { billable, customerId, plan, trialEndsAt, tax, coupon, discount }: Subscribing,
  attempt: Attempt,
): Promise<Stripe.SubscriptionCreateParams> => ({
  customer: customerId,
  items: [{ price: await priceOf(stripe, plan, keyed(attempt, 'price')), quantity: plan.quantity }],
  // The browser has to be able to confirm a first payment; what cannot be paid stays incomplete.
  payment_behavior: 'allow_incomplete',
  trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
  default_tax_rates: await taxRatesOf(stripe, tax, keyed(attempt, 'tax-rate')),
  metadata: { order: attempt.orderId, billable: billable.id, kind: billable.kind },
  ...(trialEndsAt === null ? {} : { trial_end: Math.floor(Date.parse(trialEndsAt) / 1000) }),
  ...(await discountsFor(stripe, coupon, discount, keyed(attempt, 'coupon'))),
})

const itemOf = async (stripe: Stripe, subscriptionId: string): Promise<Stripe.SubscriptionItem> => {
  const [item] = (await stripe.subscriptions.retrieve(subscriptionId)).items.data
  if (!item) throw new PaymentRefused('no-item', 'The subscription has nothing to change.')
  return item
}

/** Stripe, or what speaks its API, through the official SDK (D-70). */
export const stripeProvider = ({ stripe, name, testClock }: StripeSetup): PaymentProvider => ({
  name,
  register: (billable, attempt) =>
    translated(async () => {
      // A log that was restored from an older backup may have forgotten the customer; Stripe finds it within a minute.
      const { data } = await stripe.customers.search({ query: `metadata['billable']:'${billable.id}'` })
      // Whose card is charged does not depend on how exactly a search matches.
      const own = data.find(({ metadata }) => billableIn(metadata)?.id === billable.id)
      if (own) return own.id
      const customer = await stripe.customers.create(
        {
          metadata: { billable: billable.id, kind: billable.kind },
          ...(testClock === undefined ? {} : { test_clock: testClock }),
        },
        { idempotencyKey: `customer/${billable.id}/${attempt}` },
      )
      return customer.id
    }),
  attach: (customerId, token, attempt) =>
    translated(async () => {
      const { id } = await stripe.paymentMethods.attach(token, { customer: customerId }, keyed(attempt, 'attach'))
      const settings = { invoice_settings: { default_payment_method: id } }
      await stripe.customers.update(customerId, settings, keyed(attempt, 'default-card'))
    }),
  changeTax: (customerId, subscriptionId, tax, attempt) =>
    translated(() => changeTax(stripe, { customerId, subscriptionId, tax }, (step) => keyed(attempt, step))),
  subscribe: (subscribing, attempt) =>
    translated(async () => {
      const params = await subscriptionParams(stripe, subscribing, attempt)
      await stripe.subscriptions.create(params, keyed(attempt, 'subscribe')).catch((error: unknown) => {
        if (!isPastTrial(error)) throw error
        const { trial_end: _, ...withoutTrial } = params
        return stripe.subscriptions.create(withoutTrial, keyed(attempt, 'subscribe-now'))
      })
    }),
  swap: (subscriptionId, plan, settled, attempt) =>
    translated(async () => {
      const { id } = await itemOf(stripe, subscriptionId)
      const items = [{ id, price: await priceOf(stripe, plan, keyed(attempt, 'price')), quantity: plan.quantity }]
      // The former plan stays until a dearer one is paid for.
      const params: Stripe.SubscriptionUpdateParams =
        settled === 'now'
          ? { items, proration_behavior: 'always_invoice', payment_behavior: 'pending_if_incomplete' }
          : { items, proration_behavior: 'create_prorations' }
      await stripe.subscriptions.update(subscriptionId, params, keyed(attempt, 'swap'))
    }),
  applyDiscount: (subscriptionId, discount, attempt) =>
    translated(async () => {
      const discounts = await discountsFor(stripe, discount.code, discount, keyed(attempt, 'coupon'))
      await stripe.subscriptions.update(subscriptionId, discounts, keyed(attempt, 'discount'))
    }),
  cancelAtEnd: (subscriptionId, attempt) =>
    translated(async () => {
      await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: true }, keyed(attempt, 'cancel'))
    }),
  resume: (subscriptionId, attempt) =>
    translated(async () => {
      await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: false }, keyed(attempt, 'resume'))
    }),
  collect: (subscriptionId, attempt) =>
    translated(async () => {
      const { latest_invoice: invoice } = await stripe.subscriptions.retrieve(subscriptionId)
      if (invoice === null) return
      const paying = stripe.invoices.pay(idOf(invoice), { off_session: false }, keyed(attempt, 'collect'))
      await paying.catch((error: unknown) => {
        if (!waitsForPayer(error)) throw error
      })
    }),
  abandon: (subscriptionId, attempt) =>
    translated(async () => {
      const {
        status,
        pending_update: pending,
        latest_invoice: invoice,
      } = await stripe.subscriptions.retrieve(subscriptionId)
      if (status === 'incomplete')
        await stripe.subscriptions.cancel(subscriptionId, {}, keyed(attempt, `abandon/${subscriptionId}`))
      // Voiding the invoice of a pending change gives up the change.
      else if (pending !== null && invoice !== null)
        await stripe.invoices.voidInvoice(idOf(invoice), {}, keyed(attempt, 'void'))
    }),
  snapshot: (customerId) => translated(() => snapshotOf(stripe, customerId)),
  invoices: (customerId) => translated(() => invoicesOf(stripe, customerId)),
  billableOf: (customerId) =>
    translated(async () => {
      const customer = await foundOrNull(stripe.customers.retrieve(customerId))
      return !customer || customer.deleted ? null : billableIn(customer.metadata)
    }),
  newsSince: (instant) =>
    translated(async () => {
      const events = await eventsSince(stripe, instant)
      return events.map((event) => newsOf(name, event)).filter((news) => news !== undefined)
    }),
  allSubscriptions: () => translated(() => subscriptionsIn(stripe)),
  allInvoices: () => translated(() => invoicesIn(stripe)),
})
