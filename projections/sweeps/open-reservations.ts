import type { Projection } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import type { Recorded } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { ReservationKind } from '#schemas/events/team-invitation.ts'
import type { CommandId } from '#schemas/ids.ts'

type Settled = EventNamed<'ReservationConfirmed' | 'ReservationReleased'>

const removeJob = (db: ReadDb, { stream, data }: Recorded<Settled>) =>
  db.run('DELETE FROM claims WHERE stream = ? AND claim_id = ?', stream, data.claimId)

/**
 * Reservations without a recorded outcome: neither confirmed nor released (D-89). The read model belongs to the workers
 * process.
 */
export const openReservations: Projection = {
  name: 'open-claims',
  version: 1,
  tables: `
    CREATE TABLE claims (
      stream TEXT NOT NULL, claim_id TEXT NOT NULL, kind TEXT NOT NULL, holder_id TEXT NOT NULL,
      expires_at TEXT NOT NULL, PRIMARY KEY (stream, claim_id)
    ) STRICT, WITHOUT ROWID;
  `,
  handlers: {
    ReservationClaimed: (db, { stream, data }) =>
      db.run(
        'INSERT INTO claims (stream, claim_id, kind, holder_id, expires_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
        stream,
        data.claimId,
        data.kind,
        data.holderId,
        data.expiresAt,
      ),
    ReservationConfirmed: removeJob,
    ReservationReleased: removeJob,
  },
}

export type OpenReservation = { stream: string; claimId: CommandId; kind: ReservationKind; holderId: string }

export const reservationQueries = (db: ReadDb) => ({
  /** Reservations that expired before an instant. */
  expiredBefore: (instant: string) =>
    db.all<OpenReservation>(
      'SELECT stream, claim_id AS claimId, kind, holder_id AS holderId FROM claims WHERE expires_at < ? ORDER BY expires_at',
      instant,
    ),
})
export type ReservationQueries = ReturnType<typeof reservationQueries>

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
