import { comparisonDecider } from '#api/domain/billing/comparison.ts'
import { load } from '#api/event-store/handle-command.ts'
import { comparisonStream } from '#api/event-store/streams.ts'
import { compareBilling } from '#schemas/jobs/compare-billing.ts'
import { jobHandler } from '#workers/queues/worker.ts'
import { compareAndRecord } from '../billing/compare.ts'
import type { BillingTools } from '../billing/tools.ts'
import { contextOfJob } from '../command-context.ts'

/** Makes the comparison that an operator has ordered. Running twice is safe: it records only what the log lacks. */
export const compareBillingJob = (tools: BillingTools) =>
  jobHandler({
    contract: compareBilling,
    concurrency: 1,
    run: async (job) => {
      const { comparisonId } = job
      if ((await load(tools.ledger, comparisonDecider, comparisonStream(comparisonId))).status === 'done') return
      await compareAndRecord(
        tools,
        comparisonId,
        contextOfJob({ ...job, teamId: null }, compareBilling.name, tools.now()),
      )
    },
  })
