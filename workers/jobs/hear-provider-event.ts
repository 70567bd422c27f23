import { providerEventDecider } from '#api/domain/provider-event.ts'
import { handle } from '#api/event-store/handle-command.ts'
import { providerEventStream } from '#api/event-store/streams.ts'
import { hearProviderEvent } from '#schemas/jobs/hear-provider-event.ts'
import { convergeCustomer } from '../billing/customers.ts'
import type { BillingTools } from '../billing/tools.ts'
import { contextOfJob } from '../command-context.ts'
import { jobHandler } from '../worker.ts'

/** Customers that one process asks about at once. */
const concurrency = 4

/**
 * Records what has changed about a customer, as the provider tells it now: news is only a hint (D-86), so that old news,
 * and news out of order, do no harm. Running twice is safe: it adds nothing.
 */
export const hearProviderEventJob = (tools: BillingTools) =>
  jobHandler({
    contract: hearProviderEvent,
    concurrency,
    run: async (job) => {
      const { provider, providerEventId: eventId, customerId } = job
      const context = contextOfJob({ ...job, teamId: null }, hearProviderEvent.name, tools.now())
      const isOurs = provider === tools.provider.name && (await convergeCustomer(tools, customerId, job.eventId))
      const handled = { provider, eventId, outcome: isOurs ? ('converged' as const) : ('not-ours' as const) }
      const command = { type: 'HandleProviderEvent', handled } as const
      await handle(tools.ledger, providerEventDecider, providerEventStream(handled), command, context)
    },
  })
