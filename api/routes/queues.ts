import type { JobQueues } from '#api/adapters/job-queues.ts'
import { queueDecider } from '#api/domain/queue.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { queueStream } from '#api/event-store/streams.ts'
import { resource } from '#api/http/answer.ts'
import { notFound } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import { recordOperation } from '#api/services/operations/record-operation.ts'
import { orNotFound } from '#api/services/records/owned.ts'
import type { CommandContext } from '#schemas/event.ts'
import { listQueues, pauseQueue, resumeQueue, retryJobs } from '#schemas/resources/queues.ts'

/** Operators inspect the job queues, retry failed jobs, and pause and resume a queue. */
export const queueRoutes = (
  ledger: Ledger,
  queues: Pick<JobQueues, 'list' | 'find' | 'setPaused' | 'retry'>,
): Route[] => {
  /** The log comes first: where Redis does not answer, or loses its data, the workers pause by what it says. */
  const change = async (queue: string, type: 'PauseQueue' | 'ResumeQueue', context: CommandContext) => {
    orNotFound(await queues.find(queue))
    const { state, position } = await handle(ledger, queueDecider, queueStream(queue), { type, queue }, context)
    await queues.setPaused(queue, state.paused)
    return resource(orNotFound(await queues.find(queue)), position)
  }

  return [
    route(listQueues, async () => resource(await queues.list())),
    route(retryJobs, async ({ params, body, context }) => {
      const retried = await queues.retry(params.queue, body.ids)
      if (retried === undefined) throw notFound()
      if (retried === 0) return resource({ retried })
      const position = await recordOperation(ledger, context, { action: 'retry', subject: params.queue })
      return resource({ retried }, position)
    }),
    route(pauseQueue, ({ params, context }) => change(params.queue, 'PauseQueue', context)),
    route(resumeQueue, ({ params, context }) => change(params.queue, 'ResumeQueue', context)),
  ]
}
