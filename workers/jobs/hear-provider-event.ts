import { providerEventDecider } from '#api/domain/provider-event.ts'
import { handle } from '#api/event-store/handle-command.ts'
import { providerEventStream } from '#api/event-store/streams.ts'
import { hearProviderEvent } from '#schemas/jobs/hear-provider-event.ts'
import { jobHandler } from '#workers/queues/worker.ts'
import { openHearing } from '../billing/hearing.ts'
import type { BillingTools } from '../billing/tools.ts'
import { contextOfJob } from '../command-context.ts'

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
