import { commandOf, groupOf, printDone, printRows, showCommand } from '#cli/command.ts'
import type { Server } from '#cli/connection/server.ts'
import { Failure } from '#cli/failure.ts'
import type { Columns } from '#cli/output/table.ts'
import {
  type JobOrigin,
  listQueues,
  pauseQueue,
  type Queue,
  resumeQueue,
  retryJobs,
  showJobOrigin,
} from '#schemas/resources/queues.ts'

/** Throws for a queue that there is not. */
const demandQueue = async (server: Server, queue: string): Promise<void> => {
  const known = (await server.call(listQueues)).data.some(({ name }) => name === queue)
  if (!known) throw new Failure(`There is no queue called "${queue}". See: siteledger queues list`)
}

const columns: Columns<Queue> = {
  Queue: ({ name, paused }) => (paused ? `${name} (paused)` : name),
  Waiting: 'waiting',
  Running: 'active',
  'Next try': 'delayed',
  Oldest: ({ oldest_at }) => oldest_at?.slice(0, 19).replace('T', ' ') ?? null,
  Failed: 'failed',
}

const jobColumns: Columns<Queue['failed_jobs'][number]> = {
  'Failed job': 'id',
  When: ({ failed_at }) => failed_at?.slice(0, 19).replace('T', ' ') ?? null,
  Tries: 'attempts',
  Reason: 'reason',
}

const list = commandOf(
  {
    name: 'list',
    summary: 'Show what waits and runs in the background, and what failed with its reason',
    examples: ['queues list', 'queues list --json'],
  },
  async (session) => {
    const { data } = await session.server().call(listQueues)
    printRows(session, columns, data)
    const failed = data.flatMap(({ name, failed_jobs }) => failed_jobs.map((job) => ({ queue: name, ...job })))
    if (session.json || failed.length === 0) return
    session.terminal.print('')
    printRows(session, jobColumns, failed)
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
    await demandQueue(server, queue)
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

/** A command that pauses a queue or lets it go on, and what it says afterwards. */
const switching = (name: string, summary: string, contract: typeof pauseQueue | typeof resumeQueue, done: string) =>
  commandOf(
    { name: `${name} <queue>`, summary, examples: [`queues ${name} send-mail`] },
    async (session, [queue = '']) => {
      const server = session.server()
      await demandQueue(server, queue)
      const { data } = await server.call(contract, { params: { queue } })
      printDone(session, done, data)
    },
  )

const pause = switching(
  'pause',
  'Begin no further job of a queue until it is resumed; those that run finish',
  pauseQueue,
  'No further job of it begins.',
)
const resume = switching('resume', 'Let a paused queue go on', resumeQueue, 'It goes on.')

const glanceAt = ({ event, team_id, records }: JobOrigin) => ({
  event: event?.type,
  position: event?.position,
  recorded: event?.at,
  stream: event?.stream,
  team: team_id,
  about: records.map(({ resource, id, name }) => `${resource} ${id} ${name}`.trim()).join(', ') || null,
})

const origin = showCommand(
  {
    name: 'origin <queue> <id>',
    summary: 'Show the event that asked for a job, and the records that it is about',
    examples: ['queues origin send-mail send-mail-0199f3a1-7c1e-7d2a-9a51-3f0c5a8f1b22'],
  },
  (server, [queue = '', id = '']) => server.call(showJobOrigin, { params: { queue, id } }),
  glanceAt,
)

export const queues = groupOf('queues', 'Work in the background', [list, retry, pause, resume, origin])
