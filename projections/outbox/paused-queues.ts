import type { Projection } from '#projections/engine/projection.ts'

/** The queues that operators have paused: Redis forgets it when it loses its data, the log does not (D-106). */
export const pausedQueueTables = 'CREATE TABLE paused_queues (name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;'

export const pausedQueues: Projection['handlers'] = {
  QueuePaused: (db, { data }) => db.run('INSERT INTO paused_queues VALUES (?) ON CONFLICT DO NOTHING', data.queue),
  QueueResumed: (db, { data }) => db.run('DELETE FROM paused_queues WHERE name = ?', data.queue),
}
