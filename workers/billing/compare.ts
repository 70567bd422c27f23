import type { FoundInvoice, FoundSubscription } from '#api/adapters/payment/payment-provider.ts'
import { billingDecider } from '#api/domain/billing/billing.ts'
import { type Compared, comparisonDecider } from '#api/domain/billing/comparison.ts'
import { convergedWith, isLive } from '#api/domain/billing/converge.ts'
import { type Billing, liveIdOf, liveSubscription } from '#api/domain/billing/state.ts'
import { invoiceDecider } from '#api/domain/invoice.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import { billingStream, comparisonStream, invoiceIdOf, invoiceStream } from '#api/event-store/streams.ts'
import type { Billable } from '#schemas/billing/billable.ts'
import type { CommandContext } from '#schemas/event.ts'
import { forEachInOrder } from '#workers/sweeps/sweeps.ts'
import { convergeCustomer } from './customers.ts'
import { exists } from './exists.ts'
import { isKnown } from './record-invoices.ts'
import type { BillingTools } from './tools.ts'

type Difference = Compared['differences'][number]

/** Differences that are listed one by one. */
const mostListed = 100

/** A list of all does not tell what a renewal waits for, so that this is no difference. */
const withoutWait = (billing: Billing): Billing => ({
  ...billing,
  subscription: billing.subscription && { ...billing.subscription, awaits: null },
})

/** A subscription of which the log does not hold what converging would record. */
const differenceOf = async (
  { ledger, now }: BillingTools,
  { billable, customerId, subscription }: FoundSubscription,
): Promise<Difference[]> => {
  const billing = await load(ledger, billingDecider, billingStream(billable))
  const of = { id: subscription.id, customerId, billable }
  const live = liveSubscription(billing)
  if (isLive(subscription) && live !== null && live.subscriptionId !== subscription.id)
    return [{ of: 'surplus', ...of }]
  const seen = { billable, at: now().toISOString() }
  const unrecorded = convergedWith(withoutWait(billing), { card: null, subscriptions: [subscription] }, seen)
  return unrecorded.length > 0 ? [{ of: 'subscription', ...of }] : []
}

/** The events that the log lacks of an invoice. That of a registration with a card is recorded once it is paid. */
const differenceOfInvoice = async (
  { ledger, provider }: BillingTools,
  { billable, customerId, invoice }: FoundInvoice,
): Promise<Difference[]> => {
  const known = await load(ledger, invoiceDecider, invoiceStream(invoiceIdOf(provider.name, invoice.id)))
  if (known.status !== 'none' && isKnown(known, invoice)) return []
  if (invoice.status !== 'paid' && !(await exists(ledger, billable))) return []
  return [{ of: 'invoice', id: invoice.id, customerId, billable }]
}

/**
 * Compares every subscription and every invoice with the log, and records what it lacks: a webhook was lost for good, or
 * an older backup was restored. Throws what the provider throws; repeating it is safe.
 */
const compareAll = async (tools: BillingTools): Promise<Omit<Compared, 'comparisonId'>> => {
  const { ledger, provider, now } = tools
  const startedAt = now().toISOString()
  const knownOf = async (billable: Billable) => liveIdOf(await load(ledger, billingDecider, billingStream(billable)))
  const subscriptions = await provider.allSubscriptions(knownOf)
  const invoices = await provider.allInvoices()
  const differences: Difference[] = []
  for (const each of subscriptions) differences.push(...(await differenceOf(tools, each)))
  for (const each of invoices) differences.push(...(await differenceOfInvoice(tools, each)))
  const customers = new Set(differences.filter(({ of }) => of !== 'surplus').map(({ customerId }) => customerId))
  await forEachInOrder([...customers], (customerId) => convergeCustomer(tools, customerId, null))
  return {
    provider: provider.name,
    startedAt,
    subscriptions: subscriptions.length,
    invoices: invoices.length,
    found: differences.length,
    differences: differences.slice(0, mostListed),
  }
}

/** Compares, and records what came of it. */
export const compareAndRecord = async (
  tools: BillingTools,
  comparisonId: string,
  context: CommandContext,
): Promise<void> => {
  const compared = { comparisonId, ...(await compareAll(tools)) }
  const command = { type: 'RecordComparison', compared } as const
  await handle(tools.ledger, comparisonDecider, comparisonStream(comparisonId), command, context)
}
