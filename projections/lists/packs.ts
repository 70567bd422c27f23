import type { Projection } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import { insert, update } from '#projections/engine/rows.ts'
import { selectPage } from '#projections/engine/select-page.ts'
import type { PageQuery } from '#schemas/calls/page.ts'
import type { ContentHash, PackId, TeamId, UserId } from '#schemas/ids.ts'
import type { PackPlace, packVersions } from '#schemas/records/pack.ts'

/** Evidence packs that were ordered, until they are deleted; one that has expired stays in the list. */
export const packs: Projection = {
  name: 'packs',
  version: 1,
  tables: `
    CREATE TABLE packs (
      id TEXT PRIMARY KEY, team_id TEXT NOT NULL, user_id TEXT NOT NULL, kind TEXT NOT NULL, record_id TEXT NOT NULL,
      position TEXT NOT NULL, as_of TEXT NOT NULL, from_position TEXT, files INTEGER NOT NULL, versions TEXT NOT NULL,
      reason TEXT, ordered_at TEXT NOT NULL, state TEXT NOT NULL, ready_at TEXT, plan TEXT, made TEXT,
      sha256 TEXT, bytes INTEGER, total INTEGER, differing INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX packs_of_team ON packs (team_id, ordered_at, id);
    CREATE INDEX packs_waiting ON packs (ordered_at) WHERE state = 'waiting';
    CREATE INDEX packs_of_user ON packs (user_id) WHERE reason IS NOT NULL;
  `,
  handlers: {
    PackOrdered: (db, { data, metadata }) =>
      insert(db, 'packs', {
        id: data.packId,
        team_id: data.teamId,
        user_id: data.userId,
        kind: data.within.kind,
        record_id: data.within.id,
        position: data.position,
        as_of: data.asOf,
        from_position: data.from,
        files: data.files ? 1 : 0,
        versions: data.versions,
        reason: data.reason,
        ordered_at: metadata.at,
        state: 'waiting',
      }),
    PackReady: (db, { data, metadata }) =>
      update(db, 'packs', data.packId, {
        state: 'ready',
        ready_at: metadata.at,
        plan: data.plan.hash,
        made: data.made.hash,
        sha256: data.sha256,
        bytes: data.bytes,
        total: data.files,
        differing: data.differing,
      }),
    PackFailed: (db, { data }) => update(db, 'packs', data.packId, { state: 'failed' }),
    PackEnded: (db, { data: { packId, because } }) =>
      because === 'deleted'
        ? db.run('DELETE FROM packs WHERE id = ?', packId)
        : update(db, 'packs', packId, { state: 'expired', plan: null, made: null }),
    PersonErased: (db, { data }) => db.run('UPDATE packs SET reason = NULL WHERE user_id = ?', data.userId),
    TeamPurged: (db, { data }) => db.run('DELETE FROM packs WHERE team_id = ?', data.teamId),
  },
}

/** `as_of` is the instant that it shows, `position` the last event that counts, `from` the one after which they count. */
export type PackRow = {
  id: PackId
  team_id: TeamId
  user_id: UserId
  within: PackPlace
  position: string
  as_of: string
  from: string | null
  files: boolean
  versions: (typeof packVersions)[number]
  reason: string | null
  ordered_at: string
  state: 'waiting' | 'ready' | 'failed' | 'expired'
  ready_at: string | null
  plan: ContentHash | null
  made: ContentHash | null
  sha256: string | null
  bytes: number | null
  /** Contents that it holds, or would if they were whole. */
  total: number | null
  differing: number | null
}

type Stored = Omit<PackRow, 'within' | 'from' | 'files'> & {
  kind: PackPlace['kind']
  record_id: string
  from_position: string | null
  files: 0 | 1
}

const rowOf = ({ kind, record_id, from_position, files, ...row }: Stored): PackRow => ({
  ...row,
  within: { kind, id: record_id },
  from: from_position,
  files: files === 1,
})

export const packQueries = (db: ReadDb) => ({
  /** The packs of a team, newest first. Throws BadCursor. */
  list: (teamId: TeamId, page: PageQuery) => {
    const listed = selectPage<Stored>(
      db,
      {
        select: '*',
        from: 'packs',
        where: 'team_id = ?',
        values: [teamId],
        orderBy: ['ordered_at', 'id'],
        sortKeyOf: ({ ordered_at, id }) => [ordered_at, id],
        descending: true,
      },
      page,
    )
    return { ...listed, rows: listed.rows.map(rowOf) }
  },
  one: (teamId: TeamId, id: PackId): PackRow | undefined => {
    const row = db.one<Stored>('SELECT * FROM packs WHERE team_id = ? AND id = ?', teamId, id)
    return row && rowOf(row)
  },
  /** Those that are not made yet, oldest first, of one team or of all. */
  waiting: (teamId: TeamId | null = null): PackRow[] =>
    db
      .all<Stored>(
        `SELECT * FROM packs WHERE state = 'waiting' AND team_id = coalesce(?, team_id) ORDER BY ordered_at`,
        teamId,
      )
      .map(rowOf),
})
export type PackQueries = ReturnType<typeof packQueries>
