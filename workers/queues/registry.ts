import { comparisonDecider } from '#api/domain/billing/comparison.ts'
import { load } from '#api/event-store/handle-command.ts'
import { comparisonStream } from '#api/event-store/streams.ts'
import { compareBilling } from '#schemas/jobs/compare-billing.ts'
import type { BillingTools } from '#workers/billing/tools.ts'
import { cropPictureJob } from '#workers/jobs/crop-picture.ts'
import { extractTextJob } from '#workers/jobs/extract-text.ts'
import { hearProviderEventJob } from '#workers/jobs/hear-provider-event.ts'
import { makeThumbnailJob, type ThumbnailTools } from '#workers/jobs/make-thumbnail.ts'
import { runBillingOrderJob } from '#workers/jobs/run-billing-order.ts'
import { type MessageTools, sendMessageJobs } from '#workers/jobs/send-message.ts'
import { compareAndRecord } from '../billing/compare.ts'
import { contextOfJob } from '../command-context.ts'
import { type JobHandler, jobHandler } from './worker.ts'

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

/** Every job that the workers run. */
export const jobHandlers = (tools: ThumbnailTools & BillingTools, messages: MessageTools): readonly JobHandler[] => [
  compareBillingJob(tools),
  cropPictureJob(tools),
  extractTextJob(tools),
  hearProviderEventJob(tools),
  makeThumbnailJob(tools),
  runBillingOrderJob(tools),
  ...sendMessageJobs(messages),
]
