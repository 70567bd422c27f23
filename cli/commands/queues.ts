import { commandOf, groupOf } from '#cli/command.ts'
import { Failure } from '#cli/failure.ts'
import { printDone, printRows } from '#cli/output/records.ts'
import { listQueues, retryJobs } from '#schemas/resources/queues.ts'

const list = commandOf(
  {
    name: 'list',
    summary: 'Show what waits and runs in the background, and what failed with its reason',
    examples: ['queues list', 'queues list --json'],
  },
  async (session) => {
    const { data } = await session.server().call(listQueues)
    printRows(
      session,
      [
        { heading: 'Queue', of: ({ name }) => name },
        { heading: 'Waiting', of: ({ waiting }) => waiting },
        { heading: 'Running', of: ({ active }) => active },
        { heading: 'Next try', of: ({ delayed }) => delayed },
        { heading: 'Failed', of: ({ failed }) => failed },
      ],
      data,
    )
    const failed = data.flatMap(({ name, failed_jobs }) => failed_jobs.map((job) => ({ queue: name, ...job })))
    if (session.json || failed.length === 0) return
    session.terminal.print('')
    printRows(
      session,
      [
        { heading: 'Failed job', of: ({ id }) => id },
        { heading: 'When', of: ({ failed_at }) => failed_at?.slice(0, 19).replace('T', ' ') ?? null },
        { heading: 'Tries', of: ({ attempts }) => attempts },
        { heading: 'Reason', of: ({ reason }) => reason },
      ],
      failed,
    )
  },
)

const retry = commandOf(
  {
    name: 'retry <queue> [ids...]',
    summary: 'Put failed jobs of a queue back in line, all of them or those named',
    examples: ['queues retry make-thumbnail', 'queues retry send-mail send-mail-0199f3a1-7c1e-7d2a-9a51-3f0c5a8f1b22'],
  },
  async (session, [queue = '', ...ids]) => {
    const server = session.server()
    const known = (await server.call(listQueues)).data.some(({ name }) => name === queue)
    if (!known) throw new Failure(`There is no queue called "${queue}". See: siteledger queues list`)
    const body = ids.length === 0 ? {} : { ids: [...ids] }
    const { data } = await server.call(retryJobs, { params: { queue }, body })
    if (data.retried < ids.length) {
      throw new Failure(
        `${data.retried} of ${ids.length} back in line; the others did not fail. See: siteledger queues list`,
      )
    }
    printDone(session, data.retried === 0 ? 'Nothing has failed there.' : `${data.retried} back in line.`, data)
  },
)

export const queues = groupOf('queues', 'Work in the background', [list, retry])
