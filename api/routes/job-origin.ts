import type { JobQueues } from '#api/adapters/job-queues.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import { streamOfJob } from '#api/services/operations/job-streams.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { orNotFound } from '#api/services/records/owned.ts'
import { type JobOrigin, showJobOrigin } from '#schemas/resources/queues.ts'

/** Operators see what asked for a job that failed, and what it is about. */
export const jobOriginRoutes = (
  ledger: Ledger,
  queues: Pick<JobQueues, 'payloadOf'>,
  { history }: Pick<ReadModels, 'history'>,
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
