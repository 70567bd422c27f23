import { fold } from '#projections/engine/fold.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import type { Description, Lookup, Snapshot } from './description.ts'

/** The present state of each record, which is the old state for the next event about it; removed by a purge. */
export const snapshotTables = `
  CREATE TABLE snapshots (
    resource TEXT NOT NULL, id TEXT NOT NULL, team_id TEXT, name TEXT NOT NULL, client_id TEXT, site_id TEXT,
    visit_id TEXT, deleted INTEGER NOT NULL, attributes TEXT NOT NULL, words TEXT, PRIMARY KEY (resource, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX snapshots_of_client ON snapshots (client_id, resource) WHERE client_id IS NOT NULL;
  CREATE INDEX snapshots_of_site ON snapshots (site_id, resource) WHERE site_id IS NOT NULL;
  CREATE INDEX snapshots_of_visit ON snapshots (visit_id, resource) WHERE visit_id IS NOT NULL;
`

/** The column that names the parent, for records below one of this kind. */
const parentColumn = { clients: 'client_id', sites: 'site_id', visits: 'visit_id' } as const
type Parent = keyof typeof parentColumn
const isParent = (resource: string): resource is Parent => Object.hasOwn(parentColumn, resource)

export const lookupIn = (db: ReadDb): Lookup => ({
  record: (resource, id) => {
    const found = db.one<Omit<Snapshot, 'attributes'> & { attributes: string }>(
      `SELECT team_id AS teamId, name, client_id AS clientId, site_id AS siteId, visit_id AS visitId, attributes
       FROM snapshots WHERE resource = ? AND id = ?`,
      resource,
      id,
    )
    return found && { ...found, attributes: JSON.parse(found.attributes) as Snapshot['attributes'] }
  },
  contents: (resource, id) => {
    const rows = db.all<{ resource: string; total: number }>(
      `SELECT r.resource, count(*) AS total FROM snapshots r
       LEFT JOIN snapshots s ON s.resource = 'sites' AND s.id = r.site_id AND s.id <> ?
       WHERE r.${parentColumn[resource]} = ? AND r.deleted = 0 AND coalesce(s.deleted, 0) = 0 AND r.resource <> ?
       GROUP BY r.resource`,
      // Records in the record itself are counted when it comes out of the trash, too.
      id,
      id,
      resource,
    )
    return Object.fromEntries(rows.map((row) => [row.resource, row.total]))
  },
})

/** Moves the records below a site or visit to its client and site. */
const cascadeMove = (db: ReadDb, { resource, id }: Description, { clientId, siteId }: Snapshot): void => {
  if (resource === 'sites') db.run('UPDATE snapshots SET client_id = ? WHERE site_id = ?', clientId, id)
  if (resource === 'visits') {
    db.run('UPDATE snapshots SET client_id = ?, site_id = ? WHERE visit_id = ?', clientId, siteId, id)
  }
}

const empty = { name: '', clientId: null, siteId: null, visitId: null }

/** Stores the next snapshot of a record; answers the one before and the one after. */
export const updateSnapshot = (db: ReadDb, lookup: Lookup, description: Description) => {
  const { resource, snapshot, lifecycle, teamId } = description
  const key = description.key ?? description.id
  const before = lookup.record(resource, key)
  if (lifecycle) {
    const deleted = Number(lifecycle !== 'restored')
    db.run('UPDATE snapshots SET deleted = ? WHERE resource = ? AND id = ?', deleted, resource, key)
  }
  if (!snapshot) return { before, after: before }
  const attributes = { ...before?.attributes, ...snapshot.attributes }
  const after: Snapshot = { ...empty, teamId, ...before, ...snapshot, attributes }
  db.run(
    `INSERT INTO snapshots (resource, id, team_id, name, client_id, site_id, visit_id, deleted, attributes, words)
     VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, ?)
     ON CONFLICT DO UPDATE SET name = excluded.name, client_id = excluded.client_id, site_id = excluded.site_id,
       visit_id = excluded.visit_id, attributes = excluded.attributes, words = excluded.words`,
    resource,
    key,
    after.teamId,
    after.name,
    after.clientId,
    after.siteId,
    after.visitId,
    JSON.stringify(attributes),
    fold(after.name),
  )
  if (before && (before.clientId !== after.clientId || before.siteId !== after.siteId)) {
    cascadeMove(db, description, after)
  }
  return { before, after }
}

/** Adds an entry to the history of everything below a record that was not deleted before. */
export const addToRecordsBelow = (db: ReadDb, description: Description, position: string, entry: string): void => {
  const { resource, id, lifecycle } = description
  // A move of a visit moves its files; a deleted visit releases them.
  if (!isParent(resource) || (resource === 'visits' && lifecycle)) return
  db.run(
    `INSERT INTO parts (position, entry, resource, id, name, changes, words)
     SELECT ?, ?, resource, id, name, '[]', words FROM snapshots
     WHERE ${parentColumn[resource]} = ? AND deleted = 0 AND resource <> ? ON CONFLICT DO NOTHING`,
    position,
    entry,
    id,
    resource,
  )
}

/** Purges a record, with everything below it. */
export const purgeSnapshots = (db: ReadDb, { resource, id }: Description): void => {
  if (isParent(resource) && resource !== 'visits') {
    db.run(`DELETE FROM snapshots WHERE ${parentColumn[resource]} = ?`, id)
  }
  db.run('DELETE FROM snapshots WHERE resource = ? AND id = ?', resource, id)
}
