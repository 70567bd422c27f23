import type { ClientId, SiteId } from '#schemas/ids.ts'
import type { Projection } from './projection.ts'
import type { ReadDb } from './read-db.ts'

/** Which sites are whose, to count them: `deleted` where a site itself is in the trash (D-10). */
export const clientSiteTables = `
  CREATE TABLE sites (id TEXT PRIMARY KEY, client_id TEXT NOT NULL, deleted INTEGER NOT NULL DEFAULT 0)
    STRICT, WITHOUT ROWID;
  CREATE INDEX sites_of_client ON sites (client_id);
`

type CountedSite = { client_id: ClientId; deleted: 0 | 1 }

const count = (db: ReadDb, { client_id, deleted }: CountedSite, by: 1 | -1) => {
  if (!deleted) db.run('UPDATE clients SET site_count = site_count + ? WHERE id = ?', by, client_id)
}

/** Makes of a site what it is now, and counts it where it is. */
const put = (db: ReadDb, id: SiteId, change: Partial<CountedSite>) => {
  const before = db.one<CountedSite>('SELECT client_id, deleted FROM sites WHERE id = ?', id)
  if (!before) return
  const after = { ...before, ...change }
  count(db, before, -1)
  count(db, after, 1)
  db.run('UPDATE sites SET client_id = ?, deleted = ? WHERE id = ?', after.client_id, after.deleted, id)
}

/** Keeps `site_count` of the clients. */
export const clientSiteHandlers: Projection['handlers'] = {
  SiteAdded: (db, { data: { siteId, clientId } }) => {
    const added = db.run('INSERT INTO sites (id, client_id) VALUES (?, ?) ON CONFLICT DO NOTHING', siteId, clientId)
    if (added) count(db, { client_id: clientId, deleted: 0 }, 1)
  },
  SiteMoved: (db, { data }) => put(db, data.siteId, { client_id: data.clientId }),
  SiteDeleted: (db, { data }) => put(db, data.siteId, { deleted: 1 }),
  SiteRestored: (db, { data }) => put(db, data.siteId, { deleted: 0 }),
  SitePurged: (db, { data }) => {
    put(db, data.siteId, { deleted: 1 })
    db.run('DELETE FROM sites WHERE id = ?', data.siteId)
  },
}
