import { billingDecider, type Settlement } from '#api/domain/billing/billing.ts'
import { outcomeOf } from '#api/domain/billing/outcome.ts'
import { type Billing, liveIdOf } from '#api/domain/billing/state.ts'
import { StaleRevision } from '#api/domain/rule.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle, load, replay, type Seen } from '#api/event-store/handle-command.ts'
import { billingStream } from '#api/event-store/streams.ts'
import type { Billable } from '#schemas/billing/billable.ts'
import type { ProviderSnapshot } from '#schemas/billing/provider-snapshot.ts'
import type { CommandContext } from '#schemas/event.ts'
import { BillingOrderId } from '#schemas/ids.ts'
import { recordInvoices } from './record-invoices.ts'
import { taxToday } from './tax-today.ts'
import type { BillingTools } from './tools.ts'

type Customer = { billable: Billable; customerId: string }

/**
 * Records where the provider's state differs from what the log knows of a billable. This is the one place where what a
 * provider tells becomes events; repeating it adds nothing. Without a snapshot, the outcome of an order alone is recorded;
 * `settlementOf` finds it. Throws StaleRevision if the account has a revision that is not `seen`.
 */
export const recordDifferences = async (
  tools: BillingTools,
  { billable, customerId }: Customer,
  snapshot: ProviderSnapshot | null,
  settlementOf: (billing: Billing) => Settlement | null,
  context: CommandContext,
  seen?: Seen<Billing>,
): Promise<void> => {
  const { ledger, provider, now } = tools
  const invoices = snapshot ? await provider.invoices(customerId) : []
  const stream = billingStream(billable)
  const billing = await load(ledger, billingDecider, stream)
  // Before the outcome of an order: who is told that they have paid finds the invoice.
  await recordInvoices(tools, { billable, billing }, invoices, context)
  const tax = taxToday(tools, billing.address)
  const settles = settlementOf(billing)
  const orderId = BillingOrderId.parse(idMadeBy(context.commandId, 'tax'))
  const at = now().toISOString()
  const command = { type: 'Converge', billable, at, snapshot, settles, tax, orderId } as const
  await handle(ledger, billingDecider, stream, command, context, seen)
}

/** The outcome of an order that its payer has confirmed, or let the time pass. */
const settledByPayer =
  (snapshot: ProviderSnapshot) =>
  (billing: Billing): Settlement | null => {
    const { order } = billing
    const outcome = order?.awaits ? outcomeOf(billing, order, snapshot) : null
    return order && outcome && outcome.is !== 'awaited' ? { orderId: order.orderId, outcome } : null
  }

/** How often the provider is asked about one customer while others write what they have seen of them. */
const mostLooks = 5

/**
 * Asks the provider for the present state of a customer and records the differences, with the outcome of an open order
 * that has come about without us. It asks again if something else was recorded of the customer while it asked: an older
 * answer never undoes a newer one. Throws StaleRevision if that happens each time; repeating it is safe.
 */
export const converge = async (
  tools: BillingTools,
  customer: Customer,
  context: CommandContext,
  looks = mostLooks,
): Promise<void> => {
  const history = await tools.ledger.read(billingStream(customer.billable))
  const snapshot = await tools.provider.snapshot(customer.customerId, liveIdOf(replay(billingDecider, history)))
  const seen = { revisions: history.slice(-1).map(({ revision }) => String(revision)) }
  try {
    await recordDifferences(tools, customer, snapshot, settledByPayer(snapshot), context, seen)
  } catch (error) {
    if (!(error instanceof StaleRevision) || looks === 1) throw error
    await converge(tools, customer, context, looks - 1)
  }
}
