import type { Part } from '#projections/engine/projection.ts'
import type { ReadDb, SqlValue } from '#projections/engine/read-db.ts'
import { insert } from '#projections/engine/rows.ts'
import { scoped } from '#projections/engine/scoped.ts'
import { type ListQuery, selectOne, selectPage } from '#projections/engine/select-page.ts'
import type { PageQuery } from '#schemas/calls/page.ts'
import type { Recorded } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { Shared } from '#schemas/events/share.ts'
import type { ClientId, ShareId, SiteId, TeamId, UserId } from '#schemas/ids.ts'
import type { Scope } from '#schemas/rights/scope.ts'

const left = (db: ReadDb, { data }: Recorded<EventNamed<'MemberLeft' | 'MemberRemoved'>>) =>
  db.run('DELETE FROM shares WHERE team_id = ? AND user_id = ?', data.teamId, data.userId)

/**
 * Share links that were not revoked, by the digest of their secrets; a row outlives its end and its record, but not the
 * membership of whoever made it (D-115).
 */
export const shares: Part = {
  tables: `
    CREATE TABLE shares (
      id TEXT PRIMARY KEY, digest TEXT NOT NULL UNIQUE, team_id TEXT NOT NULL, kind TEXT NOT NULL,
      record_id TEXT NOT NULL, user_id TEXT NOT NULL, password INTEGER NOT NULL, max_openings INTEGER,
      openings INTEGER NOT NULL DEFAULT 0, downloads INTEGER NOT NULL DEFAULT 0, last_opened_at TEXT,
      created_at TEXT NOT NULL, expires_at TEXT NOT NULL, revision TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX shares_of_team ON shares (team_id, created_at, id);
  `,
  handlers: {
    ShareCreated: (db, { data, metadata, revision }) =>
      insert(db, 'shares', {
        id: data.shareId,
        digest: data.digest,
        team_id: data.teamId,
        user_id: data.userId,
        kind: data.shared.kind,
        record_id: data.shared.id,
        password: Number(data.passwordHash !== null),
        max_openings: data.maxOpenings,
        created_at: metadata.at,
        expires_at: data.expiresAt,
        revision: String(revision),
      }),
    ShareOpened: (db, { data, metadata, revision }) =>
      db.run(
        `UPDATE shares SET openings = openings + 1, last_opened_at = ?, revision = ?
         WHERE id = ? AND CAST(revision AS INTEGER) < CAST(? AS INTEGER)`,
        metadata.at,
        String(revision),
        data.shareId,
        String(revision),
      ),
    SharedFilesDownloaded: (db, { data, revision }) =>
      db.run(
        `UPDATE shares SET downloads = downloads + ?, revision = ?
         WHERE id = ? AND CAST(revision AS INTEGER) < CAST(? AS INTEGER)`,
        data.fileIds.length,
        String(revision),
        data.shareId,
        String(revision),
      ),
    ShareRevoked: (db, { data }) => db.run('DELETE FROM shares WHERE id = ?', data.shareId),
    MemberLeft: left,
    MemberRemoved: left,
    TeamDeleted: (db, { data }) => db.run('DELETE FROM shares WHERE team_id = ?', data.teamId),
  },
}

/** A link as whoever opens it needs it. */
export type KnownShare = {
  id: ShareId
  team_id: TeamId
  user_id: UserId
  shared: Shared
  password: boolean
  max_openings: number | null
  openings: number
  expires_at: string
}

export type ShareRow = Omit<KnownShare, 'shared' | 'password'> & {
  kind: Shared['kind']
  record_id: string
  /** That of the record. */
  name: string
  client_id: ClientId
  /** Null where it is for a client. */
  site_id: SiteId | null
  site_name: string | null
  client_name: string
  password: 0 | 1
  downloads: number
  last_opened_at: string | null
  created_at: string
  revision: string
}

const columns = `x.id, x.team_id, x.user_id, x.kind, x.record_id, coalesce(f.name, v.name, s.name, c.name) AS name,
  c.id AS client_id, s.id AS site_id, s.name AS site_name, c.name AS client_name, x.password, x.max_openings, x.openings, x.downloads,
  x.last_opened_at, x.created_at, x.expires_at, x.revision`

/** Whatever is in the trash joins nothing. */
export const shareSource = `shares x
  LEFT JOIN files f ON x.kind = 'file' AND f.id = x.record_id AND f.hidden = 0
  LEFT JOIN visits v ON x.kind = 'visit' AND v.id = x.record_id AND v.hidden = 0
  LEFT JOIN sites s ON s.hidden = 0
    AND s.id = coalesce(f.site_id, v.site_id, CASE WHEN x.kind IN ('site', 'site-compliance') THEN x.record_id END)
  JOIN clients c ON c.trash_id IS NULL
    AND c.id = coalesce(s.client_id, CASE x.kind WHEN 'client-compliance' THEN x.record_id END)`

/** The listed links: those of one record, or of all, that have not ended at an instant. */
export type ShareSight = { scope: Scope; shared?: Shared; now: string }

const listed = ({ scope, shared, now }: ShareSight): ListQuery<ShareRow> => {
  const { where, values } = scoped(scope, { team: 'x.team_id', client: 'c.id', site: 's.id' })
  const narrowing: SqlValue[] = shared ? [shared.kind, shared.id] : []
  return {
    select: columns,
    from: shareSource,
    where: `${where} AND x.expires_at > ?${shared ? ' AND x.kind = ? AND x.record_id = ?' : ''}`,
    values: [...values, now, ...narrowing],
    orderBy: ['x.created_at', 'x.id'],
    sortKeyOf: ({ created_at, id }) => [created_at, id],
    descending: true,
  }
}

type Stored = Omit<KnownShare, 'shared' | 'password'> & { kind: Shared['kind']; record_id: string; password: 0 | 1 }

export const shareQueries = (db: ReadDb) => ({
  list: (sight: ShareSight, page: PageQuery) => selectPage(db, listed(sight), page),
  one: (sight: ShareSight, id: ShareId) => selectOne(db, listed(sight), id),
  /** The link of a secret, even if it has ended. */
  byDigest: (digest: string): KnownShare | undefined => {
    const row = db.one<Stored>(
      `SELECT id, team_id, user_id, kind, record_id, password, max_openings, openings, expires_at FROM shares WHERE digest = ?`,
      digest,
    )
    if (!row) return undefined
    const { kind, record_id, password, ...rest } = row
    return { ...rest, shared: { kind, id: record_id } as Shared, password: password === 1 }
  },
})
