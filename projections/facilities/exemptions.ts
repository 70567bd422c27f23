import type { Part } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import { update } from '#projections/engine/rows.ts'
import type { CategoryId, SiteId, UserId } from '#schemas/ids.ts'
import type { CalendarDate } from '#schemas/time/calendar-date.ts'

/** Why sites need no file of a category (D-122). A row stays when its last day is over, and goes with its site for good. */
export const exemptions: Part = {
  tables: `
    CREATE TABLE exemptions (
      site_id TEXT NOT NULL, category_id TEXT NOT NULL, team_id TEXT NOT NULL, reason TEXT NOT NULL, until TEXT,
      created_at TEXT NOT NULL, created_by TEXT, PRIMARY KEY (site_id, category_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX exemptions_of_team ON exemptions (team_id);
    CREATE TRIGGER exemptions_of_site_gone AFTER DELETE ON sites BEGIN
      DELETE FROM exemptions WHERE site_id = OLD.id;
    END;
  `,
  handlers: {
    SiteExempted: (db, { data, metadata, revision }) => {
      const { siteId, teamId, categoryId, reason, until } = data
      db.run(
        `INSERT INTO exemptions VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
           (reason, until, created_at, created_by) = (excluded.reason, excluded.until, excluded.created_at, excluded.created_by)`,
        siteId,
        categoryId,
        teamId,
        reason,
        until,
        metadata.at,
        metadata.actor,
      )
      update(db, 'sites', siteId, { revision: String(revision) })
    },
    SiteExemptionEnded: (db, { data, revision }) => {
      db.run('DELETE FROM exemptions WHERE site_id = ? AND category_id = ?', data.siteId, data.categoryId)
      update(db, 'sites', data.siteId, { revision: String(revision) })
    },
  },
}

export type ExemptionRow = {
  site_id: SiteId
  category_id: CategoryId
  reason: string
  until: CalendarDate | null
  created_at: string
  created_by: UserId | null
}

export const exemptionQueries = (db: ReadDb) => ({
  /** The exemption of a cell, also one whose last day is over. */
  one: (siteId: SiteId, categoryId: CategoryId) =>
    db.one<ExemptionRow>('SELECT * FROM exemptions WHERE site_id = ? AND category_id = ?', siteId, categoryId),
})
