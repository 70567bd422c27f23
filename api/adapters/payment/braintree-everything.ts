import type braintree from 'braintree'
import type { Gateway } from './braintree-client.ts'
import { billableOf } from './braintree-customers.ts'
import { invoicesFor } from './braintree-invoices.ts'
import { plansOf } from './braintree-plans.ts'
import { snapshotIn } from './braintree-snapshot.ts'
import type { PaymentNews } from './payment-news.ts'
import type { FoundInvoice, FoundSubscription, KnownOf } from './payment-provider.ts'

type CreatedSince = { createdAt: () => { min: (at: Date) => void } }

/** Every customer that names a billable of ours. */
const customersIn = async (gateway: Gateway): Promise<braintree.Customer[]> => {
  const found: braintree.Customer[] = []
  const all = gateway.customer.search((search: CreatedSince) => search.createdAt().min(new Date(0)))
  for await (const customer of all as AsyncIterable<braintree.Customer>) if (billableOf(customer)) found.push(customer)
  return found
}

export const subscriptionsIn = async (gateway: Gateway, knownOf: KnownOf): Promise<FoundSubscription[]> => {
  const plans = await plansOf(gateway)
  const found: FoundSubscription[] = []
  for (const customer of await customersIn(gateway)) {
    const billable = billableOf(customer)
    if (!billable) continue
    const { subscriptions } = await snapshotIn(gateway, customer, plans, await knownOf(billable))
    found.push(...subscriptions.map((subscription) => ({ billable, customerId: customer.id, subscription })))
  }
  return found
}

export const invoicesIn = async (gateway: Gateway): Promise<FoundInvoice[]> => {
  const plans = await plansOf(gateway)
  const found: FoundInvoice[] = []
  for (const customer of await customersIn(gateway)) {
    const billable = billableOf(customer)
    const invoices = billable ? await invoicesFor(gateway, customer, plans) : []
    for (const invoice of invoices) if (billable) found.push({ billable, customerId: customer.id, invoice })
  }
  return found
}

/** Braintree lists no events; what was charged or declined since an instant is the news of it. */
export const newsSince = async (gateway: Gateway, since: Date): Promise<PaymentNews[]> => {
  const news: PaymentNews[] = []
  const search = (each: CreatedSince): void => each.createdAt().min(since)
  // biome-ignore lint/suspicious/noExplicitAny: the types of the SDK want all of its fields at once
  for await (const { id, status, customer, subscriptionId = null } of gateway.transaction.search(search as any)) {
    const eventId = `transaction-${id}-${status}`
    news.push({
      provider: 'braintree',
      eventId,
      type: `transaction_${status}`,
      objectId: subscriptionId,
      customerId: customer.id,
    })
  }
  return news.reverse()
}
