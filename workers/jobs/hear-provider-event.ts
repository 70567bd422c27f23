import { providerEventDecider } from '#api/domain/message.ts'
import { handle } from '#api/event-store/handle-command.ts'
import { providerEventStream } from '#api/event-store/streams.ts'
import { hasReached } from '#projections/engine/position.ts'
import { hearProviderEvent } from '#schemas/jobs/hear-provider-event.ts'
import { jobHandler } from '#workers/queues/worker.ts'
import { convergeCustomer } from '../billing/customers.ts'
import type { BillingTools } from '../billing/tools.ts'
import { contextOfJob } from '../command-context.ts'

/** Customers of whom it is known when they were asked about; then it is forgotten. */
const remembered = 10_000

type Asked = { upTo: string; isOurs: Promise<boolean> }

/**
 * Asks the provider about customers, once for all news of one that the log held by then: a renewal alone is told three
 * times. News is only a hint, so whoever has asked after it was recorded has heard all that it could tell.
 */
const openHearing = (tools: BillingTools) => {
  const asked = new Map<string, Asked>()

  const ask = (customerId: string, upTo: string, causationId: string): Promise<boolean> => {
    const isOurs = convergeCustomer(tools, customerId, causationId)
    if (asked.size >= remembered) asked.clear()
    asked.set(customerId, { upTo, isOurs })
    // A failed question tells nothing: the next caller asks again.
    isOurs.catch(() => {
      if (asked.get(customerId)?.isOurs === isOurs) asked.delete(customerId)
    })
    return isOurs
  }

  /** Whether the customer is ours; what has changed is recorded. `position` is that of the news in the log. */
  return async (customerId: string, position: string, causationId: string): Promise<boolean> => {
    const upTo = (await tools.ledger.lastPosition()) ?? position
    const last = asked.get(customerId)
    return last && hasReached(last.upTo, position) ? last.isOurs : ask(customerId, upTo, causationId)
  }
}

/** Customers that one process asks about at once. */
const concurrency = 4

/**
 * Records what has changed about a customer, as the provider tells it now: news is only a hint (D-86), so that old news,
 * and news out of order, do no harm. Running twice is safe: it adds nothing.
 */
export const hearProviderEventJob = (tools: BillingTools) => {
  const hear = openHearing(tools)
  return jobHandler({
    contract: hearProviderEvent,
    concurrency,
    run: async (job) => {
      const { provider, providerEventId: eventId, customerId } = job
      const stream = providerEventStream({ provider, eventId })
      const [received] = await tools.ledger.read(stream)
      const isMeant = provider === tools.provider.name && received !== undefined
      const isOurs = isMeant && (await hear(customerId, received.position, job.eventId))
      const context = contextOfJob({ ...job, teamId: null }, hearProviderEvent.name, tools.now())
      const handled = { provider, eventId, outcome: isOurs ? ('converged' as const) : ('not-ours' as const) }
      await handle(tools.ledger, providerEventDecider, stream, { type: 'HandleProviderEvent', handled }, context)
    },
  })
}
