import type { Projection } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import type { CommandId } from '#schemas/ids.ts'

/**
 * Registrations with a card that are not settled. The read model belongs to the workers process, and holds nothing that
 * was given.
 */
export const openRegistrations: Projection = {
  name: 'open-registrations',
  version: 1,
  tables: 'CREATE TABLE registrations (id TEXT PRIMARY KEY, begun_at TEXT NOT NULL) STRICT, WITHOUT ROWID;',
  handlers: {
    RegistrationBegun: (db, { data, metadata }) =>
      db.run(
        'INSERT INTO registrations (id, begun_at) VALUES (?, ?) ON CONFLICT DO NOTHING',
        data.registrationId,
        metadata.at,
      ),
    RegistrationSettled: (db, { data }) => db.run('DELETE FROM registrations WHERE id = ?', data.registrationId),
  },
}

export const registrationQueries = (db: ReadDb) => ({
  /** Registrations that began before an instant and are not settled, oldest first. */
  before: (instant: string): CommandId[] =>
    db
      .all<{ id: CommandId }>('SELECT id FROM registrations WHERE begun_at < ? ORDER BY begun_at', instant)
      .map(({ id }) => id),
})
export type RegistrationQueries = ReturnType<typeof registrationQueries>
