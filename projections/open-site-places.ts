import type { SiteId, TeamId } from '#schemas/ids.ts'
import { inTurn } from './in-turn.ts'
import { placeHandlers, placeTables, settlePlace } from './places.ts'
import type { Projection } from './projection.ts'
import type { ReadDb } from './read-db.ts'

const settle = (db: ReadDb, siteId: SiteId) => settlePlace(db, 'taken', ['site_id', siteId])

const take = (db: ReadDb, siteIds: readonly SiteId[], teamId: TeamId, expiresAt: string) => {
  for (const siteId of siteIds) {
    db.run(
      `INSERT INTO taken (site_id, team_id, expires_at) VALUES (?, ?, ?)
       ON CONFLICT DO UPDATE SET expires_at = excluded.expires_at`,
      ...[siteId, teamId, expiresAt],
    )
    settle(db, siteId)
  }
}

/**
 * Places of the plan that are taken for sites (D-43); `hidden` where the site is not there: it never came, or it is in
 * the trash, or its client is. The workers release those.
 */
export const openSitePlaces: Projection = {
  name: 'open-site-places',
  version: 1,
  tables: `
    ${placeTables}
    CREATE TABLE taken (
      site_id TEXT PRIMARY KEY, client_id TEXT, team_id TEXT NOT NULL, expires_at TEXT NOT NULL,
      deleted INTEGER NOT NULL DEFAULT 0, hidden INTEGER NOT NULL DEFAULT 1
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX taken_of_client ON taken (client_id);
    CREATE INDEX taken_in_vain ON taken (expires_at) WHERE hidden = 1;
  `,
  handlers: inTurn([
    // A place stays taken when its site is purged, until it is released.
    placeHandlers({ settle: (db, which) => settlePlace(db, 'taken', which), forget: () => {} }),
    {
      SiteAdded: (db, { data }) => settle(db, data.siteId),
      SitePlacesTaken: (db, { data }) => {
        take(db, [...data.siteIds, ...(data.again ?? [])], data.teamId, data.expiresAt)
      },
      SitePlacesReleased: (db, { data }) => {
        for (const siteId of data.siteIds) db.run('DELETE FROM taken WHERE site_id = ?', siteId)
      },
    },
  ]),
}

export type SitePlaceTaken = { siteId: SiteId; teamId: TeamId }

export const sitePlaceQueries = (db: ReadDb) => ({
  /** Places that were taken until before an instant, and whose sites are not there; at most `limit`. */
  inVain: (instant: string, limit: number) =>
    db.all<SitePlaceTaken>(
      `SELECT site_id AS siteId, team_id AS teamId FROM taken
       WHERE hidden = 1 AND expires_at < ? ORDER BY expires_at LIMIT ?`,
      ...[instant, limit],
    ),
})
export type SitePlaceQueries = ReturnType<typeof sitePlaceQueries>
