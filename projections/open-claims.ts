import type { Recorded } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { ReservationKind } from '#schemas/events/reservation.ts'
import type { CommandId } from '#schemas/ids.ts'
import type { Projection } from './projection.ts'
import type { ReadDb } from './read-db.ts'

type Settled = EventNamed<'ReservationConfirmed' | 'ReservationReleased'>

const crossOff = (db: ReadDb, { stream, data }: Recorded<Settled>) =>
  db.run('DELETE FROM claims WHERE stream = ? AND claim_id = ?', stream, data.claimId)

/** Claims of which the log does not say yet whether their account came (D-89). The workers keep it for themselves. */
export const openClaims: Projection = {
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
    ReservationConfirmed: crossOff,
    ReservationReleased: crossOff,
  },
}

export type OpenClaim = { stream: string; claimId: CommandId; kind: ReservationKind; holderId: string }

export const claimQueries = (db: ReadDb) => ({
  /** Claims that expired before an instant. */
  expiredBefore: (instant: string) =>
    db.all<OpenClaim>(
      'SELECT stream, claim_id AS claimId, kind, holder_id AS holderId FROM claims WHERE expires_at < ? ORDER BY expires_at',
      instant,
    ),
})
export type ClaimQueries = ReturnType<typeof claimQueries>
