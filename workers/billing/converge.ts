import { billingDecider, type Settlement } from '#api/domain/billing/billing.ts'
import { outcomeOf } from '#api/domain/billing/outcome.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import { billingStream } from '#api/event-store/streams.ts'
import type { Billable } from '#schemas/billable.ts'
import type { CommandContext } from '#schemas/event.ts'
import { BillingOrderId } from '#schemas/ids.ts'
import type { ProviderSnapshot } from '#schemas/provider-snapshot.ts'
import { recordInvoices } from './record-invoices.ts'
import { taxToday } from './tax-today.ts'
import type { BillingTools } from './tools.ts'

/**
 * Records where the provider's state differs from what the log knows of a billable. This is the one place where what a
 * provider tells becomes events; repeating it adds nothing. Without a snapshot, the outcome of an order alone is recorded.
 */
export const recordDifferences = async (
  tools: BillingTools,
  { billable, customerId }: { billable: Billable; customerId: string },
  snapshot: ProviderSnapshot | null,
  settles: Settlement | null,
  context: CommandContext,
): Promise<void> => {
  const { ledger, provider, now } = tools
  // Before the outcome of an order: who is told that they have paid finds the invoice.
  if (snapshot) await recordInvoices(tools, billable, await provider.invoices(customerId), context)
  const stream = billingStream(billable)
  const tax = taxToday(tools, (await load(ledger, billingDecider, stream)).address)
  const orderId = BillingOrderId.parse(idMadeBy(context.commandId, 'tax'))
  const at = now().toISOString()
  const command = { type: 'Converge', billable, at, snapshot, settles, tax, orderId } as const
  await handle(ledger, billingDecider, stream, command, context)
}

/**
 * Asks the provider for the present state of a billable and records the differences, with the outcome of an open order
 * that has come about without us: its payer has confirmed, or let the time pass. Does nothing for a billable that is
 * no customer.
 */
export const converge = async (tools: BillingTools, billable: Billable, context: CommandContext): Promise<boolean> => {
  const { ledger, provider } = tools
  const { customer } = await load(ledger, billingDecider, billingStream(billable))
  if (customer?.provider !== provider.name) return false
  const { customerId } = customer
  const snapshot = await provider.snapshot(customerId)
  const billing = await load(ledger, billingDecider, billingStream(billable))
  const { order } = billing
  const outcome = order?.awaits ? outcomeOf(billing, order, snapshot) : null
  const settles = order && outcome && outcome.is !== 'awaited' ? { orderId: order.orderId, outcome } : null
  await recordDifferences(tools, { billable, customerId }, snapshot, settles, context)
  return true
}
