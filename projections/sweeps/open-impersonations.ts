import type { Projection } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import type { UserId } from '#schemas/ids.ts'

/** Impersonations whose end is not recorded (D-64). The read model belongs to the workers process. */
export const openImpersonations: Projection = {
  name: 'open-impersonations',
  version: 1,
  tables: `
    CREATE TABLE impersonations (
      user_id TEXT NOT NULL, operator_id TEXT NOT NULL, event_id TEXT NOT NULL, started_at TEXT NOT NULL,
      PRIMARY KEY (user_id, operator_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX impersonations_by_start ON impersonations (started_at);
  `,
  handlers: {
    ImpersonationStarted: (db, { id, data, metadata }) =>
      db.run(
        `INSERT INTO impersonations (user_id, operator_id, event_id, started_at) VALUES (?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET event_id = excluded.event_id, started_at = excluded.started_at`,
        data.userId,
        data.operatorId,
        id,
        metadata.at,
      ),
    ImpersonationStopped: (db, { data }) =>
      db.run('DELETE FROM impersonations WHERE user_id = ? AND operator_id = ?', data.userId, data.operatorId),
    PersonErased: (db, { data }) => db.run('DELETE FROM impersonations WHERE user_id = ?', data.userId),
  },
}

/** `eventId` is that of ImpersonationStarted. */
export type OpenImpersonation = { userId: UserId; operatorId: UserId; eventId: string }

export const impersonationQueries = (db: ReadDb) => ({
  /** Those that began at an instant or before it. */
  begunBy: (instant: string) =>
    db.all<OpenImpersonation>(
      `SELECT user_id AS userId, operator_id AS operatorId, event_id AS eventId FROM impersonations
       WHERE started_at <= ? ORDER BY started_at, event_id`,
      instant,
    ),
})
export type ImpersonationQueries = ReturnType<typeof impersonationQueries>
