import type { Ledger } from '#api/event-store/ledger.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import type { Invoicing } from '#workers/billing/tools.ts'
import { runBillingOrderJob } from '#workers/jobs/run-billing-order.ts'
import { invoicing } from './invoices.ts'
import { memoryProvider } from './memory-provider.ts'

type Order = Extract<RecordedEvent, { type: 'BillingOrderPlaced' | 'BillingOrderRetried' }>

const isOrder = (event: RecordedEvent): event is Order =>
  event.type === 'BillingOrderPlaced' || (event.type === 'BillingOrderRetried' && event.data.by === 'payer')

/** Runs the orders of a log as they come, with a payment provider in memory, until it is closed. */
export const startBillingWorker = (ledger: Ledger, changes: Partial<Invoicing> = {}) => {
  const world = memoryProvider()
  const job = runBillingOrderJob({
    ledger,
    provider: world.provider,
    invoicing: { ...invoicing, ...changes },
    now: () => new Date(),
  })
  const running = new Set<Promise<void>>()
  const { promise: failed, reject } = Promise.withResolvers<never>()
  failed.catch(() => {})
  const run = ({ id: eventId, data: { billable, orderId }, metadata: { correlationId } }: Order): void => {
    const work = job.run({ eventId, correlationId, billable, orderId }, { last: false })
    running.add(work.catch(reject).finally(() => running.delete(work)))
  }
  const subscription = ledger.subscribe(null, {
    event: (event) => {
      if (isOrder(event)) run(event)
    },
    passed: () => {},
    caughtUp: () => {},
    ended: () => {},
  })
  return {
    ...world,
    close: async () => {
      await subscription.close()
      await Promise.all(running)
    },
  }
}
