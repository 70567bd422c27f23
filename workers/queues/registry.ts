import type { BillingTools } from '#workers/billing/tools.ts'
import { compareBillingJob } from '#workers/jobs/compare-billing.ts'
import { cropPictureJob } from '#workers/jobs/crop-picture.ts'
import { extractTextJob } from '#workers/jobs/extract-text.ts'
import { hearProviderEventJob } from '#workers/jobs/hear-provider-event.ts'
import { makeThumbnailJob, type ThumbnailTools } from '#workers/jobs/make-thumbnail.ts'
import { runBillingOrderJob } from '#workers/jobs/run-billing-order.ts'
import { type MessageTools, sendMessageJobs } from '#workers/jobs/send-message.ts'
import type { JobHandler } from './worker.ts'

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
