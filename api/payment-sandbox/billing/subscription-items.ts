import type Stripe from 'stripe'
import type { Context } from '../context.ts'
import { invalidRequest, noSuch } from '../errors.ts'
import { newId } from '../ids.ts'
import { idOf } from '../values.ts'
import type { LineDraft } from './lines.ts'
import { shownAmount } from './money.ts'

type Period = { start: number; end: number }

/** How often a price is paid. */
export const recurringOf = (price: Stripe.Price): Stripe.Price.Recurring => {
  if (price.recurring !== null) return price.recurring
  throw invalidRequest(
    `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`,
    { param: 'items[0][price]' },
  )
}

/**
 * A price that a subscription may be made of.
 * @throws {ApiError} when there is none, it is not recurring, or no longer sold
 */
export const sellablePrice = (context: Context, id: string, param: string): Stripe.Price => {
  const price = context.store.find<Stripe.Price>('price', id)
  if (price === undefined) throw noSuch('price', id, param)
  recurringOf(price)
  if (price.active) return price
  throw invalidRequest(`The price specified is inactive. This field only accepts active prices.`, {
    code: 'resource_missing',
    param,
  })
}

/** The price as the plan that older versions of the API knew. */
const planOf = (price: Stripe.Price): Stripe.Plan => {
  const { interval, interval_count, trial_period_days, usage_type } = recurringOf(price)
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: price.billing_scheme,
    created: price.created,
    currency: price.currency,
    interval,
    interval_count,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product === null ? null : idOf(price.product),
    tiers_mode: null,
    transform_usage: null,
    trial_period_days,
    usage_type,
  }
}

export const newItem = (
  context: Context,
  subscription: string,
  terms: { price: Stripe.Price; quantity: number; metadata: Stripe.Metadata; period: Period },
): Stripe.SubscriptionItem => ({
  id: newId('si'),
  object: 'subscription_item',
  billing_thresholds: null,
  created: context.now,
  current_period_end: terms.period.end,
  current_period_start: terms.period.start,
  current_trial: null,
  discounts: [],
  metadata: terms.metadata,
  plan: planOf(terms.price),
  price: terms.price,
  quantity: terms.quantity,
  subscription,
  tax_rates: [],
})

/** The item with other terms. */
export const changedItem = (
  item: Stripe.SubscriptionItem,
  terms: { price: Stripe.Price; quantity: number; metadata: Stripe.Metadata },
): Stripe.SubscriptionItem => ({ ...item, ...terms, plan: planOf(terms.price) })

/** What an item costs for one period, in minor units. */
export const amountOf = ({ price, quantity = 1 }: Pick<Stripe.SubscriptionItem, 'price' | 'quantity'>): number =>
  (price.unit_amount ?? 0) * quantity

export const productName = ({ store }: Context, price: Stripe.Price): string =>
  store.find<Stripe.Product>('product', idOf(price.product))?.name ?? idOf(price.product)

export const parentOfItem = (
  item: Stripe.SubscriptionItem,
  invoiceItem: string | null = null,
): Stripe.InvoiceLineItem.Parent => ({
  invoice_item_details: null,
  subscription_item_details: {
    invoice_item: invoiceItem,
    proration: invoiceItem !== null,
    proration_details: invoiceItem === null ? null : { credited_items: null },
    subscription: item.subscription,
    subscription_item: item.id,
  },
  type: 'subscription_item_details',
})

/** The line of an invoice for one period of an item; nothing is charged for a trial. */
export const periodLine = (
  context: Context,
  item: Stripe.SubscriptionItem,
  { period, taxRates, isTrial }: { period: Period; taxRates: readonly Stripe.TaxRate[]; isTrial: boolean },
): LineDraft => {
  const { price, quantity = 1 } = item
  const { interval, interval_count: count } = recurringOf(price)
  const every = count === 1 ? interval : `every ${count} ${interval}s`
  const name = productName(context, price)
  const unit = shownAmount(price.unit_amount ?? 0, price.currency)
  return {
    amount: isTrial ? 0 : amountOf(item),
    description: isTrial ? `Trial period for ${name}` : `${quantity} × ${name} (at ${unit} / ${every})`,
    period,
    price,
    quantity,
    discountable: true,
    taxRates,
    parent: parentOfItem(item),
    subscription: item.subscription,
    metadata: {},
  }
}
