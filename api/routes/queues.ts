import type { JobQueues } from '#api/adapters/job-queues.ts'
import { resource } from '#api/http/answer.ts'
import { notFound } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import { listQueues, retryJobs } from '#schemas/resources/queues.ts'

/** Operators look at background work, and put what failed back in line. */
export const queueRoutes = (queues: Pick<JobQueues, 'look' | 'retry'>): Route[] => [
  route(listQueues, async () => resource(await queues.look())),
  route(retryJobs, async ({ params, body }) => {
    const retried = await queues.retry(params.queue, body.ids)
    if (retried === undefined) throw notFound()
    return resource({ retried })
  }),
]
