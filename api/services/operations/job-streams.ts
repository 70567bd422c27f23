import type { z } from 'zod'
import {
  billingStream,
  clientStream,
  comparisonStream,
  documentStream,
  fileStream,
  pictureStream,
  providerEventStream,
  siteStream,
} from '#api/event-store/streams.ts'
import type { JobContract } from '#schemas/job.ts'
import { compareBilling } from '#schemas/jobs/compare-billing.ts'
import { type CropPicture, cropPicture } from '#schemas/jobs/crop-picture.ts'
import { type ExtractText, extractText } from '#schemas/jobs/extract-text.ts'
import { hearProviderEvent } from '#schemas/jobs/hear-provider-event.ts'
import { makeThumbnail } from '#schemas/jobs/make-thumbnail.ts'
import { runBillingOrder } from '#schemas/jobs/run-billing-order.ts'
import { channels, sendMessage } from '#schemas/jobs/send-message.ts'

type StreamOf = (payload: unknown) => string | undefined

const by = <Contract extends JobContract>(
  { name, payload }: Contract,
  streamOf: (payload: z.output<Contract['payload']>) => string,
): [string, StreamOf] => [
  name,
  (data) => {
    const parsed = payload.safeParse(data)
    return parsed.success ? streamOf(parsed.data as z.output<Contract['payload']>) : undefined
  },
]

const ofPicture = ({ owner }: CropPicture): string => {
  if (owner.kind === 'client') return clientStream(owner.id)
  return owner.kind === 'site' ? siteStream(owner.id) : pictureStream(owner)
}

const ofText = ({ subject }: ExtractText): string =>
  subject.resource === 'files' ? fileStream(subject.id) : documentStream(subject.id)

const streams = new Map<string, StreamOf>([
  by(compareBilling, ({ comparisonId }) => comparisonStream(comparisonId)),
  by(cropPicture, ofPicture),
  by(extractText, ofText),
  by(hearProviderEvent, ({ provider, providerEventId: eventId }) => providerEventStream({ provider, eventId })),
  by(makeThumbnail, ({ fileId }) => fileStream(fileId)),
  by(runBillingOrder, ({ billable }) => billingStream(billable)),
  ...channels.map((channel) => by(sendMessage[channel], ({ stream }) => stream)),
])

/** The stream of the event that asked for a job of a queue, by its payload; undefined if it breaks its contract. */
export const streamOfJob = (queue: string, payload: unknown): string | undefined => streams.get(queue)?.(payload)
