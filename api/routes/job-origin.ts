import type { z } from 'zod'
import type { JobQueues } from '#api/adapters/job-queues.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
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
import { resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { orNotFound } from '#api/services/records/owned.ts'
import type { JobContract } from '#schemas/job.ts'
import { compareBilling } from '#schemas/jobs/compare-billing.ts'
import { type CropPicture, cropPicture } from '#schemas/jobs/crop-picture.ts'
import { type ExtractText, extractText } from '#schemas/jobs/extract-text.ts'
import { hearProviderEvent } from '#schemas/jobs/hear-provider-event.ts'
import { makeThumbnail } from '#schemas/jobs/make-thumbnail.ts'
import { runBillingOrder } from '#schemas/jobs/run-billing-order.ts'
import { channels, sendMessage } from '#schemas/jobs/send-message.ts'
import { type JobOrigin, showJobOrigin } from '#schemas/resources/queues.ts'

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
const streamOfJob = (queue: string, payload: unknown): string | undefined => streams.get(queue)?.(payload)

/** Operators see what asked for a job that failed, and what it is about. */
export const jobOriginRoutes = (
  ledger: Ledger,
  queues: Pick<JobQueues, 'payloadOf'>,
  history: ReadModels['history'],
): Route[] => {
  const originOf = async (queue: string, payload: unknown): Promise<JobOrigin> => {
    const { eventId } = payload as { eventId?: string }
    const stream = streamOfJob(queue, payload)
    const event = stream && (await ledger.read(stream)).find(({ id }) => id === eventId)
    if (!event) return { event: null, team_id: null, records: [] }
    const { id, type, position, metadata } = event
    const records = await history.about(position)
    return { event: { id, type, stream, position, at: metadata.at }, team_id: metadata.teamId, records }
  }

  return [
    route(showJobOrigin, async ({ params }) => {
      const payload = orNotFound(await queues.payloadOf(params.queue, params.id))
      return resource(await originOf(params.queue, payload))
    }),
  ]
}
