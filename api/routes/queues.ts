import type { JobQueues } from '#api/adapters/job-queues.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { resource } from '#api/http/answer.ts'
import { notFound } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import { recordOperation } from '#api/services/record-operation.ts'
import { listQueues, retryJobs } from '#schemas/resources/queues.ts'

/** Operators inspect the job queues and retry failed jobs. */
export const queueRoutes = (ledger: Ledger, queues: Pick<JobQueues, 'list' | 'retry'>): Route[] => [
  route(listQueues, async () => resource(await queues.list())),
  route(retryJobs, async ({ params, body, context }) => {
    const retried = await queues.retry(params.queue, body.ids)
    if (retried === undefined) throw notFound()
    if (retried === 0) return resource({ retried })
    const position = await recordOperation(ledger, context, { action: 'retry', subject: params.queue })
    return resource({ retried }, position)
  }),
]
