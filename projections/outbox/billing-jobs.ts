import type { Projection } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import type { Recorded } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import { type CompareBilling, compareBilling } from '#schemas/jobs/compare-billing.ts'
import { type HearProviderEvent, hearProviderEvent } from '#schemas/jobs/hear-provider-event.ts'
import { type RunBillingOrder, runBillingOrder } from '#schemas/jobs/run-billing-order.ts'
import { addJob, removeJob } from './jobs.ts'

const addOrder = (db: ReadDb, event: Recorded<EventNamed<'BillingOrderPlaced' | 'BillingOrderRetried'>>): void => {
  const { id: eventId, data, metadata } = event
  const { billable, orderId } = data
  const payload: RunBillingOrder = { eventId, correlationId: metadata.correlationId, billable, orderId }
  removeJob(db, runBillingOrder.name, orderId)
  addJob(db, event, runBillingOrder.name, orderId, payload)
}

const settled = (
  db: ReadDb,
  { data }: Recorded<EventNamed<'BillingOrderAwaitsPayer' | 'BillingOrderDone' | 'BillingOrderRefused'>>,
) => removeJob(db, runBillingOrder.name, data.orderId)

/**
 * Every order at a payment provider, until it is settled; one that waits for its payer goes on when they ask again. And
 * all news of providers, until the provider was asked.
 */
export const billingJobs: Projection['handlers'] = {
  BillingOrderPlaced: addOrder,
  // A worker that tries once more has its job still.
  BillingOrderRetried: (db, event) => {
    if (event.data.by === 'payer') addOrder(db, event)
  },
  BillingComparisonOrdered: (db, event) => {
    const { id: eventId, data, metadata } = event
    const payload: CompareBilling = { eventId, correlationId: metadata.correlationId, ...data }
    addJob(db, event, compareBilling.name, data.comparisonId, payload)
  },
  BillingCompared: (db, { data }) => removeJob(db, compareBilling.name, data.comparisonId),
  ProviderEventReceived: (db, event) => {
    const { id: eventId, stream, data, metadata } = event
    const { provider, eventId: providerEventId, customerId } = data
    if (customerId === null) return
    const { correlationId } = metadata
    const payload: HearProviderEvent = { eventId, correlationId, provider, providerEventId, customerId }
    addJob(db, event, hearProviderEvent.name, stream, payload)
  },
  ProviderEventHandled: (db, { stream }) => removeJob(db, hearProviderEvent.name, stream),
  BillingOrderAwaitsPayer: settled,
  BillingOrderDone: settled,
  BillingOrderRefused: settled,
}
