import { placeHandlers } from '#projections/engine/noun-handlers.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import { insert } from '#projections/engine/rows.ts'
import type { TrashId } from '#schemas/ids.ts'
import { nouns, type Resource } from '#schemas/nouns.ts'

/**
 * All records that a team can delete, with their ancestry; a file is at the site of its visit (D-04). `trash_id` is the
 * trash entry of a record's own deletion; what is deleted with its parent has none (D-10).
 */
export const recordTables = `
  CREATE TABLE records (
    resource TEXT NOT NULL, id TEXT NOT NULL, client_id TEXT, site_id TEXT, visit_id TEXT, trash_id TEXT,
    PRIMARY KEY (resource, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX records_of_client ON records (client_id) WHERE client_id IS NOT NULL;
  CREATE INDEX records_of_site ON records (site_id) WHERE site_id IS NOT NULL;
  CREATE INDEX records_of_visit ON records (visit_id) WHERE visit_id IS NOT NULL;
  CREATE INDEX records_in_trash ON records (trash_id) WHERE trash_id IS NOT NULL;
`

const siteOfVisit = (db: ReadDb, visitId: string | null): string | undefined =>
  db.one<{ site_id: string }>("SELECT site_id FROM records WHERE resource = 'visits' AND id = ?", visitId)?.site_id

/** Tracks the ancestry of records; expired-trash.ts tracks their deletion. */
export const recordHandlers = placeHandlers((db, resource, id, { clientId = null, siteId = null, visitId = null }) => {
  const isOnSite = nouns[resource].parent === 'sites'
  const ofVisit = resource === 'files' ? visitId : null
  insert(db, 'records', { resource, id })
  db.run(
    'UPDATE records SET client_id = ?, site_id = ?, visit_id = ? WHERE resource = ? AND id = ?',
    isOnSite ? null : clientId,
    isOnSite ? (siteOfVisit(db, ofVisit) ?? siteId) : null,
    ofVisit,
    resource,
    id,
  )
  if (resource === 'visits') db.run('UPDATE records SET site_id = ? WHERE visit_id = ?', siteId, id)
})

/** Conditions that find all descendants of a record, each with its id; the deepest come first. */
export const descendantsOf = (resource: Resource | 'packs'): readonly string[] => {
  switch (resource) {
    case 'clients':
      return ["site_id IN (SELECT id FROM records WHERE resource = 'sites' AND client_id = ?)", 'client_id = ?']
    case 'sites':
      return ['site_id = ?']
    default:
      return []
  }
}

/** Marks a record with its trash entry; clients, documents and categories have a row only once they are deleted. */
export const markRecord = (db: ReadDb, resource: Resource, id: string, trashId: TrashId | null) => {
  if (trashId !== null) insert(db, 'records', { resource, id })
  db.run('UPDATE records SET trash_id = ? WHERE resource = ? AND id = ?', trashId, resource, id)
}
