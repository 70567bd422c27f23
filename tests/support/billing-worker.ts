import type { PaymentProvider } from '#api/adapters/payment/payment-provider.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import type { Invoicing } from '#workers/billing/tools.ts'
import { runBillingOrderJob } from '#workers/jobs/run-billing-order.ts'
import { invoicing } from './invoices.ts'
import { memoryProvider } from './memory-provider.ts'

type Order = Extract<RecordedEvent, { type: 'BillingOrderPlaced' | 'BillingOrderRetried' }>

const isOrder = (event: RecordedEvent): event is Order =>
  event.type === 'BillingOrderPlaced' || (event.type === 'BillingOrderRetried' && event.data.by === 'payer')

/** Runs the orders of a log as they come, until it is closed; `changes` to what its invoices say. */
export const runBillingOrders = (ledger: Ledger, provider: PaymentProvider, changes: Partial<Invoicing> = {}) => {
  const said = { ...invoicing, ...changes }
  const job = runBillingOrderJob({ ledger, provider, invoicing: said, now: () => new Date() })
  const running = new Set<Promise<void>>()
  const { promise: failed, reject } = Promise.withResolvers<never>()
  failed.catch(() => {})
  const run = ({ id: eventId, data: { billable, orderId }, metadata: { correlationId } }: Order): void => {
    const work = job.run({ eventId, correlationId, billable, orderId }, { last: false })
    running.add(work.catch(reject).finally(() => running.delete(work)))
  }
  const subscription = ledger.subscribe(null, {
    advance: (_place, event) => {
      if (event && isOrder(event)) run(event)
    },
    caughtUp: () => {},
    ended: () => {},
  })
  return {
    close: async () => {
      await subscription.close()
      await Promise.all(running)
    },
  }
}

/** The same with a payment provider in memory. */
export const startBillingWorker = (ledger: Ledger, changes: Partial<Invoicing> = {}) => {
  const world = memoryProvider()
  return { ...world, ...runBillingOrders(ledger, world.provider, changes) }
}
