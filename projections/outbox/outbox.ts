import { composeHandlers } from '#projections/engine/compose-handlers.ts'
import type { Projection } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import { billingJobs } from './billing-jobs.ts'
import { outboxTables } from './jobs.ts'
import { messageJobs } from './message-jobs.ts'
import { pausedQueues, pausedQueueTables } from './paused-queues.ts'
import { pictureJobs } from './picture-jobs.ts'
import { textJobs } from './text-jobs.ts'
import { thumbnailJobs } from './thumbnail-jobs.ts'

/** The outbox: jobs that the log asks for and whose outcome it does not hold yet. It belongs to the workers process. */
export const outbox: Projection = {
  name: 'work-to-do',
  version: 12,
  tables: outboxTables + pausedQueueTables,
  handlers: composeHandlers([thumbnailJobs, textJobs, pictureJobs, messageJobs, billingJobs, pausedQueues]),
}

/** One open job; `payload` is JSON of the job's contract. */
export type Work = { position: string; eventId: string; job: string; payload: string }

/** The cursor of a job in the outbox. */
export type OutboxCursor = Pick<Work, 'position' | 'job'>

export const outboxQueries = (db: ReadDb) => ({
  /** Open jobs after a cursor (null = from the start), oldest first, at most `limit`. */
  after: (cursor: OutboxCursor | null, limit: number) =>
    db.all<Work>(
      `SELECT CAST(position AS TEXT) AS position, event_id AS eventId, job, payload FROM work
       WHERE (work.position, work.job) > (?, ?) ORDER BY work.position, work.job LIMIT ? + 0`,
      BigInt(cursor?.position ?? -1),
      cursor?.job ?? '',
      limit,
    ),
  /** The names of the queues that are paused. */
  paused: (): string[] => db.all<{ name: string }>('SELECT name FROM paused_queues').map(({ name }) => name),
})
export type OutboxQueries = ReturnType<typeof outboxQueries>
