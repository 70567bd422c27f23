import type { BillingTools } from './billing/tools.ts'
import { compareBillingJob } from './jobs/compare-billing.ts'
import { cropPictureJob } from './jobs/crop-picture.ts'
import { extractTextJob } from './jobs/extract-text.ts'
import { hearProviderEventJob } from './jobs/hear-provider-event.ts'
import { makeThumbnailJob, type ThumbnailTools } from './jobs/make-thumbnail.ts'
import { runBillingOrderJob } from './jobs/run-billing-order.ts'
import { type MessageTools, sendMessageJobs } from './jobs/send-message.ts'
import type { JobHandler } from './worker.ts'

export type JobTools = ThumbnailTools & MessageTools & BillingTools

/** Every job that the workers run. */
export const jobHandlers = (tools: JobTools): readonly JobHandler[] => [
  compareBillingJob(tools),
  cropPictureJob(tools),
  extractTextJob(tools),
  hearProviderEventJob(tools),
  makeThumbnailJob(tools),
  runBillingOrderJob(tools),
  ...sendMessageJobs(tools),
]
