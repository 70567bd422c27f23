import { type PaymentProvider, PaymentRefused, ProviderFailed } from '#api/adapters/payment/payment-provider.ts'
import { billingDecider, type OrderOutcome } from '#api/domain/billing/billing.ts'
import { type Billing, liveIdOf, type OpenOrder } from '#api/domain/billing/state.ts'
import { handle, replay } from '#api/event-store/handle-command.ts'
import { contextOfStep } from '#api/event-store/step-context.ts'
import { billingStream } from '#api/event-store/streams.ts'
import { teamOf } from '#schemas/billing/billable.ts'
import type { ProviderSnapshot } from '#schemas/billing/provider-snapshot.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import type { BillingOrderId } from '#schemas/ids.ts'
import { type RunBillingOrder, runBillingOrder } from '#schemas/jobs/run-billing-order.ts'
import { jobHandler } from '#workers/queues/worker.ts'
import { carryOut } from '../billing/carry-out.ts'
import { recordDifferences } from '../billing/converge.ts'
import { taxToday } from '../billing/tax-today.ts'
import type { BillingTools } from '../billing/tools.ts'

/** Orders that one process carries out at once; each has its own billable. */
const concurrency = 4

const contextFor = ({ eventId, correlationId, billable }: RunBillingOrder, step: string, now: Date): CommandContext => {
  const teamId = teamOf(billable)
  return contextOfStep({ worker: runBillingOrder.name, teamId, about: eventId, correlationId }, step, now)
}

/** Who ordered it: what comes of the order is told as theirs. */
const ordererIn = (history: readonly RecordedEvent[], orderId: BillingOrderId): Pick<CommandContext, 'actor'> => {
  const placed = history.find(({ type, data }) => type === 'BillingOrderPlaced' && data.orderId === orderId)
  return { actor: placed?.metadata.actor ?? null }
}

/** The customer of a billable, who is registered with the first order. */
const customerOf = async (
  { ledger, provider, now }: BillingTools,
  job: RunBillingOrder,
  { customer }: Billing,
  { attempt }: OpenOrder,
): Promise<string> => {
  if (customer?.provider === provider.name) return customer.customerId
  const { billable } = job
  const customerId = await provider.register(billable, attempt)
  const command = { type: 'RegisterCustomer', billable, provider: provider.name, customerId } as const
  await handle(ledger, billingDecider, billingStream(billable), command, contextFor(job, 'register-customer', now()))
  return customerId
}

/** The state after a refusal; null if the provider does not even know the customer, as after a change of its account. */
const stateAfterRefusal = async (
  provider: PaymentProvider,
  customerId: string,
  billing: Billing,
): Promise<ProviderSnapshot | null> => {
  try {
    return await provider.snapshot(customerId, liveIdOf(billing))
  } catch (error) {
    if (error instanceof PaymentRefused) return null
    throw error
  }
}

const attemptOrder = async (
  { provider, invoicing, now }: BillingTools,
  { billable }: RunBillingOrder,
  billing: Billing,
  order: OpenOrder,
  customerId: string,
): Promise<{ snapshot: ProviderSnapshot | null; outcome: OrderOutcome }> => {
  try {
    const tax = taxToday({ invoicing, now }, billing.address)
    return await carryOut({ provider, billable, billing, order, customerId, tax, now: now() })
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error
    const { code, message } = error
    return {
      snapshot: await stateAfterRefusal(provider, customerId, billing),
      outcome: { is: 'refused', code, message },
    }
  }
}

/**
 * Carries out an order at the payment provider and records its outcome with all that has changed there. Running twice is
 * safe: a settled order is left alone, the provider is looked at before it is asked for anything, and calls of the same
 * attempt have the same key. The next attempt begins only after the provider has failed at this one.
 */
export const runBillingOrderJob = (tools: BillingTools) =>
  jobHandler({
    contract: runBillingOrder,
    concurrency,
    run: async (job) => {
      const { ledger, now } = tools
      const { billable, orderId } = job
      const stream = billingStream(billable)
      const history = await ledger.read(stream)
      const billing = replay(billingDecider, history)
      const { order } = billing
      if (order?.orderId !== orderId || order.awaits) return
      try {
        const customerId = await customerOf(tools, job, billing, order)
        const { snapshot, outcome } = await attemptOrder(tools, job, billing, order, customerId)
        const context = contextFor(job, `settle/${order.attempt}/${now().toISOString()}`, now())
        const of = { ...context, ...ordererIn(history, orderId) }
        await recordDifferences(tools, { billable, customerId }, snapshot, () => ({ orderId, outcome }), of)
      } catch (error) {
        if (error instanceof ProviderFailed) {
          const retry = { type: 'RetryOrder', billable, orderId, attempt: order.attempt } as const
          await handle(ledger, billingDecider, stream, retry, contextFor(job, `retry/${order.attempt}`, now()))
        }
        throw error
      }
    },
  })
