import type Stripe from 'stripe'
import type { Context } from '../context.ts'
import { save } from '../events.ts'
import { newId } from '../ids.ts'
import { decimal, idOrNull } from '../values.ts'
import { type LineDraft, pricingOf } from './lines.ts'

/** Writes down what the next invoice is to contain. */
export const makeInvoiceItem = (
  context: Context,
  draft: LineDraft,
  owner: { customer: string; currency: string; testClock: string | null },
): Stripe.InvoiceItem => {
  const details = draft.parent.subscription_item_details
  const item: Stripe.InvoiceItem = {
    id: details?.invoice_item ?? newId('ii'),
    object: 'invoiceitem',
    amount: draft.amount,
    currency: owner.currency,
    customer: owner.customer,
    customer_account: null,
    date: context.now,
    description: draft.description,
    discountable: draft.discountable,
    discounts: [],
    invoice: null,
    livemode: false,
    metadata: draft.metadata,
    net_amount: draft.amount,
    parent:
      draft.subscription === null
        ? null
        : {
            subscription_details: {
              subscription: draft.subscription,
              ...(details === null ? {} : { subscription_item: details.subscription_item }),
            },
            type: 'subscription_details',
          },
    period: draft.period,
    pricing: pricingOf(draft.price),
    proration: details?.proration ?? false,
    quantity: draft.quantity,
    quantity_decimal: decimal(draft.quantity),
    tax_rates: [...draft.taxRates],
    test_clock: owner.testClock,
  }
  return save(context, item, 'invoiceitem.created')
}

/** What waits for the next invoice of a subscription (null: of the customer alone), oldest first. */
export const pendingItems = ({ store }: Context, customer: string, subscription: string | null): Stripe.InvoiceItem[] =>
  store
    .list<Stripe.InvoiceItem>('invoiceitem', { customer })
    .filter(({ invoice, parent }) => {
      const of = parent?.subscription_details?.subscription
      return invoice === null && (of === undefined ? true : of === subscription)
    })
    .toReversed()

const parentOf = (item: Stripe.InvoiceItem): Stripe.InvoiceLineItem.Parent => {
  const subscription = item.parent?.subscription_details?.subscription ?? null
  const subscriptionItem = item.parent?.subscription_details?.subscription_item
  const shared = {
    invoice_item: item.id,
    proration: item.proration,
    proration_details: { credited_items: null },
    subscription,
  }
  return subscriptionItem === undefined
    ? { invoice_item_details: shared, subscription_item_details: null, type: 'invoice_item_details' }
    : {
        invoice_item_details: null,
        subscription_item_details: { ...shared, subscription_item: subscriptionItem },
        type: 'subscription_item_details',
      }
}

/** The line of an invoice for what was written down. */
export const lineOfItem = (context: Context, item: Stripe.InvoiceItem): LineDraft => ({
  amount: item.amount,
  description: item.description ?? '',
  period: item.period,
  price: context.store.find<Stripe.Price>('price', idOrNull(item.pricing?.price_details?.price) ?? '') ?? null,
  quantity: item.quantity,
  discountable: item.discountable,
  taxRates: item.tax_rates ?? [],
  parent: parentOf(item),
  subscription: item.parent?.subscription_details?.subscription ?? null,
  metadata: item.metadata ?? {},
})

/** They are on an invoice now, and wait no more. */
export const markInvoiced = ({ store }: Context, items: readonly Stripe.InvoiceItem[], invoice: string): void => {
  for (const item of items) {
    const billed: Stripe.InvoiceItem = { ...item, invoice }
    store.put(billed)
  }
}
