import { v7 as newUuid } from 'uuid'
import { billingDecider } from '#api/domain/billing/billing.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import { contextOfStep } from '#api/event-store/step-context.ts'
import { billingStream } from '#api/event-store/streams.ts'
import { type Billable, teamOf } from '#schemas/billing/billable.ts'
import type { CommandContext } from '#schemas/event.ts'
import { converge } from './converge.ts'
import { exists } from './exists.ts'
import type { BillingTools } from './tools.ts'

/** Differences are found anew each time, so each time is a command of its own. */
const contextFor = (billable: Billable, causationId: string | null, now: Date): CommandContext => {
  const teamId = teamOf(billable)
  const about = newUuid()
  return contextOfStep(
    { worker: 'billing', teamId, about, causationId, correlationId: causationId ?? about },
    'converge',
    now,
  )
}

/**
 * Records what the provider tells of one of its customers. A customer that a restored log has forgotten is registered
 * again; one beside the known customer of a billable, and one of nobody here, is not ours.
 */
export const convergeCustomer = async (
  tools: BillingTools,
  customerId: string,
  causationId: string | null,
): Promise<boolean> => {
  const { ledger, provider, now } = tools
  const billable = await provider.billableOf(customerId)
  if (!billable || !(await exists(tools.ledger, billable))) return false
  const stream = billingStream(billable)
  const { customer } = await load(ledger, billingDecider, stream)
  const isKnown = customer?.provider === provider.name
  if (isKnown && customer.customerId !== customerId) return false
  if (!isKnown) {
    const command = { type: 'RegisterCustomer', billable, provider: provider.name, customerId } as const
    await handle(ledger, billingDecider, stream, command, contextFor(billable, causationId, now()))
  }
  await converge(tools, { billable, customerId }, contextFor(billable, causationId, now()))
  return true
}
