import type Stripe from 'stripe'
import type { Context } from '../context.ts'
import { noSuch } from '../errors.ts'
import { newId } from '../ids.ts'
import { idOf } from '../values.ts'
import type { LineDraft } from './lines.ts'
import { shownAmount } from './money.ts'
import { intervalOf, type Period } from './periods.ts'

/**
 * A price that a subscription may be made of.
 * @throws {ApiError} when there is none
 */
export const priceWith = ({ store }: Context, id: string, param: string): Stripe.Price => {
  const price = store.find<Stripe.Price>('price', id)
  if (price === undefined) throw noSuch('price', id, param)
  return price
}

export const newItem = (
  { now }: Context,
  subscription: string,
  { price, quantity, period }: { price: Stripe.Price; quantity: number; period: Period },
): Stripe.SubscriptionItem => {
  const item = {
    id: newId('si'),
    object: 'subscription_item',
    created: now,
    current_period_end: period.end,
    current_period_start: period.start,
    metadata: {},
    price,
    quantity,
    subscription,
  }
  return item as Stripe.SubscriptionItem
}

/** The item with another price or quantity. */
export const changedItem = (
  item: Stripe.SubscriptionItem,
  price: Stripe.Price,
  quantity: number,
): Stripe.SubscriptionItem => ({ ...item, price, quantity })

/** The item in another period. */
export const inPeriod = (item: Stripe.SubscriptionItem, { start, end }: Period): Stripe.SubscriptionItem => ({
  ...item,
  current_period_start: start,
  current_period_end: end,
})

/** The price of an item for one period, in minor units. */
export const amountOf = ({ price, quantity = 1 }: Stripe.SubscriptionItem): number =>
  (price.unit_amount ?? 0) * quantity

export const productName = ({ store }: Context, price: Stripe.Price): string =>
  store.get<Stripe.Product>('product', idOf(price.product)).name

/** The line of an invoice for one period of an item; nothing is charged for a trial. */
export const periodLine = (
  context: Context,
  item: Stripe.SubscriptionItem,
  { period, taxRates, isTrial = false }: { period: Period; taxRates: readonly Stripe.TaxRate[]; isTrial?: boolean },
): LineDraft => {
  const { price, quantity = 1 } = item
  const name = productName(context, price)
  const unit = shownAmount(price.unit_amount ?? 0, price.currency)
  return {
    amount: isTrial ? 0 : amountOf(item),
    description: isTrial ? `Trial period for ${name}` : `${quantity} × ${name} (at ${unit} / ${intervalOf(price)})`,
    period,
    price,
    quantity,
    taxRates,
    item: item.id,
    subscription: item.subscription,
    waiting: null,
  }
}
