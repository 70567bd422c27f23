import type { ReadDb } from '#projections/engine/read-db.ts'
import type { ClientId, SiteId, VisitId } from '#schemas/ids.ts'
import { type OnSites, onSites } from '#schemas/nouns.ts'
import { purge } from './trash.ts'

/** Columns that find the records below a client, a site or a visit. */
type Ancestor = 'id' | 'client_id' | 'site_id' | 'visit_id'

const hiddenClient = '(SELECT c.trash_id IS NOT NULL FROM clients c WHERE c.id = sites.client_id)'
const hiddenSite = `(trash_id IS NOT NULL OR coalesce(${hiddenClient}, 1))`

/** Recomputes whether sites are hidden: when they or their client are deleted (D-10). */
export const recomputeSites = (db: ReadDb, column: 'id' | 'client_id', value: string) =>
  db.run(`UPDATE sites SET hidden = ${hiddenSite} WHERE ${column} = ? AND hidden <> ${hiddenSite}`, value)

/**
 * Recomputes the client of records on sites, and whether they are hidden: when they are deleted or their site is
 * hidden. Rows that do not change are not written, nor are their index entries.
 */
export const recompute = (db: ReadDb, table: OnSites, column: Ancestor, value: string) => {
  const settled = `s.client_id, (${table}.trash_id IS NOT NULL OR s.hidden)`
  return db.run(
    `UPDATE ${table} SET (client_id, hidden) = (${settled}) FROM sites s
     WHERE s.id = ${table}.site_id AND ${table}.${column} = ? AND (${table}.client_id, ${table}.hidden) <> (${settled})`,
    value,
  )
}

/** Recomputes everything below a client or a site. */
export const recomputeBelow = (db: ReadDb, column: 'client_id' | 'site_id', value: string) => {
  for (const noun of onSites) recompute(db, noun, column, value)
}

/** The columns that a new record inherits from its site; on an unknown site it is hidden. */
export const placedOn = (db: ReadDb, siteId: SiteId, clientId: ClientId) =>
  db.one<{ client_id: ClientId; hidden: 0 | 1 }>('SELECT client_id, hidden FROM sites WHERE id = ?', siteId) ?? {
    client_id: clientId,
    hidden: 1,
  }

/** A file is at the site of its visit, even if the visit is deleted, else at the site of its upload (D-04, D-10). */
export const siteOfFile = (db: ReadDb, visitId: VisitId | null, siteId: SiteId): SiteId =>
  db.one<{ site_id: SiteId }>('SELECT site_id FROM visits WHERE id = ?', visitId)?.site_id ?? siteId

export const purgeFiles = (db: ReadDb, column: Ancestor, value: string) => {
  db.run(`DELETE FROM file_categories WHERE file_id IN (SELECT id FROM files WHERE ${column} = ?)`, value)
  db.run(`DELETE FROM file_versions WHERE file_id IN (SELECT id FROM files WHERE ${column} = ?)`, value)
  purge(db, 'files', column, value)
}

/** Removes what is purged with its client or site. */
export const purgeBelow = (db: ReadDb, column: 'client_id' | 'site_id', value: string) => {
  purgeFiles(db, column, value)
  for (const noun of onSites) purge(db, noun, column, value)
}
