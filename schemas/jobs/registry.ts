import type { JobContract } from '../job.ts'
import { compareBilling } from './compare-billing.ts'
import { cropPicture } from './crop-picture.ts'
import { extractText } from './extract-text.ts'
import { hearProviderEvent } from './hear-provider-event.ts'
import { makeThumbnail } from './make-thumbnail.ts'
import { runBillingOrder } from './run-billing-order.ts'
import { channels, sendMessage } from './send-message.ts'

/** Contracts of all jobs, each with a queue of its name. */
export const jobContracts: readonly JobContract[] = [
  compareBilling,
  cropPicture,
  extractText,
  hearProviderEvent,
  makeThumbnail,
  runBillingOrder,
  ...channels.map((channel) => sendMessage[channel]),
]
