import type Stripe from 'stripe'
import type { FoundInvoice, FoundSubscription } from './payment-provider.ts'
import { statusOf } from './stripe-invoices.ts'
import { refundsOf } from './stripe-refunds.ts'
import { discountPaths, subscriptionOf } from './stripe-snapshot.ts'
import { billableIn, idOf } from './stripe-values.ts'

/** Every subscription that names a billable of ours. What was paid for one, and what one waits for, is not asked. */
export const subscriptionsIn = async (stripe: Stripe): Promise<FoundSubscription[]> => {
  const found: FoundSubscription[] = []
  const expand = discountPaths.map((path) => `data.${path}`)
  for await (const each of stripe.subscriptions.list({ status: 'all', limit: 100, expand })) {
    const billable = billableIn(each.metadata)
    const subscription = subscriptionOf(each)
    if (billable && subscription) found.push({ billable, customerId: idOf(each.customer), subscription })
  }
  return found
}

/** Every issued invoice of such subscriptions. */
export const invoicesIn = async (stripe: Stripe): Promise<FoundInvoice[]> => {
  const found: FoundInvoice[] = []
  const refunds = await refundsOf(stripe)
  for await (const each of stripe.invoices.list({ limit: 100 })) {
    const billable = billableIn(each.parent?.subscription_details?.metadata ?? {})
    const status = statusOf(each)
    if (!billable || !status || each.customer === null) continue
    found.push({
      billable,
      customerId: idOf(each.customer),
      invoice: { id: each.id, ...status, refunded: refunds.get(each.id) ?? null },
    })
  }
  return found
}
