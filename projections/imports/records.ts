import type { Projection } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import type { Recorded } from '#schemas/event.ts'
import type { ClientEvent } from '#schemas/events/client.ts'
import type { RecordKind } from '#schemas/events/import.ts'
import type { SiteEvent } from '#schemas/events/site.ts'
import { pathKey } from '#schemas/text/folded-text.ts'

/**
 * Clients and sites by the columns that rows match; `used` is a site with visits or files. `touched`: the records that
 * each run created or changed, with the previous values of a changed one and its last revision by the run.
 */
export const recordTables = `
  CREATE TABLE records (
    id TEXT PRIMARY KEY, kind TEXT NOT NULL, team_id TEXT NOT NULL, client_id TEXT, name TEXT NOT NULL,
    name_key TEXT NOT NULL, postcode TEXT, external_id TEXT, fields TEXT, revision INTEGER NOT NULL,
    deleted INTEGER NOT NULL DEFAULT 0, used INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX records_by_external_id ON records (team_id, kind, external_id) WHERE external_id IS NOT NULL;
  CREATE INDEX records_by_name ON records (team_id, kind, name_key, client_id);
  CREATE INDEX records_by_client ON records (client_id) WHERE client_id IS NOT NULL;
  CREATE TABLE touched (
    import_id TEXT NOT NULL, id TEXT NOT NULL, kind TEXT NOT NULL, change TEXT NOT NULL, before TEXT,
    revision INTEGER NOT NULL, PRIMARY KEY (import_id, kind, id)
  ) STRICT, WITHOUT ROWID;
`

type Change = Recorded<ClientEvent> | Recorded<SiteEvent>

const targetOf = ({ data }: Change): { id: string; kind: RecordKind } =>
  'siteId' in data ? { id: data.siteId, kind: 'sites' } : { id: data.clientId, kind: 'clients' }

/** The run that an event belongs to. */
const runOf = ({ metadata: { via } }: Change): string | null => (via.kind === 'import' ? via.id : null)

/** Records that a run has changed a record, with its values before the first change. */
const noteChanged = (db: ReadDb, event: Change) => {
  const run = runOf(event)
  if (run === null) return
  const { id, kind } = targetOf(event)
  db.run(
    `INSERT INTO touched (import_id, id, kind, change, before, revision)
     SELECT ?, id, kind, 'updated', json_object(
       'name', name, 'postcode', postcode, 'clientId', client_id, 'external_id', external_id,
       'fields', json(coalesce(fields, '{}'))
     ), ? FROM records WHERE id = ? AND kind = ?
     ON CONFLICT DO UPDATE SET revision = excluded.revision`,
    run,
    event.revision,
    id,
    kind,
  )
}

const add = (db: ReadDb, event: Recorded<Extract<ClientEvent | SiteEvent, { type: 'ClientAdded' | 'SiteAdded' }>>) => {
  const { id, kind } = targetOf(event)
  const { teamId, name, external_id = null, fields } = event.data
  const [clientId, postcode] = 'siteId' in event.data ? [event.data.clientId, event.data.postcode] : [null, null]
  db.run(
    `INSERT INTO records (id, kind, team_id, client_id, name, name_key, postcode, external_id, fields, revision)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    id,
    kind,
    teamId,
    clientId,
    name,
    pathKey(name),
    postcode,
    external_id,
    Object.keys(fields).length > 0 ? JSON.stringify(fields) : null,
    event.revision,
  )
  const run = runOf(event)
  if (run === null) return
  db.run(
    `INSERT INTO touched (import_id, id, kind, change, revision) VALUES (?, ?, ?, 'created', ?)
     ON CONFLICT DO UPDATE SET revision = excluded.revision`,
    run,
    id,
    kind,
    event.revision,
  )
}

/** Updates columns of the record of an event. */
const set = (db: ReadDb, event: Change, columns: Record<string, string | number | null> = {}) => {
  noteChanged(db, event)
  const names = ['revision', ...Object.keys(columns)]
  db.run(
    `UPDATE records SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE id = ?`,
    event.revision,
    ...Object.values(columns),
    targetOf(event).id,
  )
}

/** Updates the name, and the values that an event changes. */
const setDetails = (
  db: ReadDb,
  event: Recorded<Extract<ClientEvent | SiteEvent, { type: 'ClientRenamed' | 'SiteUpdated' }>>,
) => {
  const { name, fields } = event.data
  const postcode = 'postcode' in event.data ? { postcode: event.data.postcode } : {}
  set(db, event, { name, name_key: pathKey(name), ...postcode })
  if (Object.keys(fields).length === 0) return
  db.run(
    `UPDATE records SET fields = nullif(json_patch(coalesce(fields, '{}'), ?), '{}') WHERE id = ?`,
    JSON.stringify(fields),
    targetOf(event).id,
  )
}

const use = (db: ReadDb, { data }: { data: { siteId: string } }) =>
  db.run('UPDATE records SET used = 1 WHERE id = ?', data.siteId)

export const recordHandlers: Projection['handlers'] = {
  ClientAdded: add,
  ClientRenamed: setDetails,
  ClientExternalIdSet: (db, event) => set(db, event, { external_id: event.data.external_id }),
  ClientThumbnailSet: (db, event) => set(db, event),
  ClientThumbnailRemoved: (db, event) => set(db, event),
  ClientDeleted: (db, event) => set(db, event, { deleted: 1 }),
  ClientRestored: (db, event) => set(db, event, { deleted: 0 }),
  ClientPurged: (db, { data }) =>
    db.run('DELETE FROM records WHERE id = ? OR client_id = ?', data.clientId, data.clientId),
  SiteAdded: add,
  SiteUpdated: setDetails,
  SiteMoved: (db, event) => set(db, event, { client_id: event.data.clientId }),
  SiteExternalIdSet: (db, event) => set(db, event, { external_id: event.data.external_id }),
  SiteThumbnailSet: (db, event) => set(db, event),
  SiteThumbnailRemoved: (db, event) => set(db, event),
  SiteExempted: (db, event) => set(db, event),
  SiteExemptionEnded: (db, event) => set(db, event),
  SiteDeleted: (db, event) => set(db, event, { deleted: 1 }),
  SiteRestored: (db, event) => set(db, event, { deleted: 0 }),
  SitePurged: (db, { data }) => db.run('DELETE FROM records WHERE id = ?', data.siteId),
  VisitAdded: use,
  VisitMoved: use,
  FileUploaded: use,
}
