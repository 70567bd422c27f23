import type { Resource } from '#schemas/abilities.ts'
import type { Recorded } from '#schemas/event.ts'
import type { LedgerEvent } from '#schemas/events/registry.ts'
import type { TeamId, TrashId } from '#schemas/ids.ts'
import { daysInTrash } from '#schemas/resources/trash.ts'
import { inTurn } from '../in-turn.ts'
import type { Projection } from '../projection.ts'
import type { ReadDb } from '../read-db.ts'
import { contentHandlers, contentTables } from './contents.ts'
import { contentsBelow, everythingBelow, markThing, thingHandlers, thingTables } from './things.ts'

type Taken = Recorded<Extract<LedgerEvent, { data: { trashId: TrashId; teamId: TeamId } }>>

const expiryOf = (at: string): string => new Date(Date.parse(at) + daysInTrash * 24 * 60 * 60 * 1000).toISOString()

const nameOf = (db: ReadDb, resource: Resource, id: string): string =>
  db.one<{ name: string }>('SELECT name FROM things WHERE resource = ? AND id = ?', resource, id)?.name ?? ''

const write = (db: ReadDb, { data, metadata }: Taken, resource: Resource, id: string, contents: object) => {
  db.run(
    `INSERT INTO entries (trash_id, team_id, resource, record_id, name, contents, deleted_at, deleted_by, expires_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET restored = 0, name = excluded.name, contents = excluded.contents,
       deleted_at = excluded.deleted_at, deleted_by = excluded.deleted_by, expires_at = excluded.expires_at`,
    data.trashId,
    data.teamId,
    resource,
    id,
    nameOf(db, resource, id),
    JSON.stringify(contents),
    metadata.at,
    metadata.actor,
    expiryOf(metadata.at),
  )
}

const isThereAlready = (db: ReadDb, resource: Resource, id: string, trashId: TrashId): boolean =>
  db.one('SELECT 1 FROM things WHERE resource = ? AND id = ? AND trash_id = ?', resource, id, trashId) !== undefined

/** A thing goes into the trash with what lies in it. */
const putIn = (db: ReadDb, event: Taken, resource: Resource, id: string, count = 1) => {
  if (isThereAlready(db, resource, id, event.data.trashId)) return
  markThing(db, resource, id, event.data.trashId)
  const below = resource === 'clients' || resource === 'sites' ? contentsBelow(db, resource, id) : []
  const contents = Object.fromEntries(below.map((each) => [each.resource, each.count]))
  write(db, event, resource, id, { [resource]: count, ...contents })
}

/** Files that were deleted in one go are one entry: with the first one's name, and no file of its own. */
const putFileIn = (db: ReadDb, event: Taken, fileId: string) => {
  const { trashId } = event.data
  const entry = db.one<{ record_id: string | null }>('SELECT record_id FROM entries WHERE trash_id = ?', trashId)
  if (!entry || entry.record_id === fileId) return putIn(db, event, 'files', fileId)
  markThing(db, 'files', fileId, trashId)
  const found = db.one<{ count: number }>('SELECT count(*) AS count FROM things WHERE trash_id = ?', trashId)
  db.run(
    "UPDATE entries SET record_id = NULL, contents = json_object('files', ?), restored = 0 WHERE trash_id = ?",
    found?.count ?? 1,
    trashId,
  )
}

/** A thing comes back; an entry of several files is there as long as one of them is. */
const takeOut = (db: ReadDb, { data: { trashId } }: Taken, resource: Resource, id: string) => {
  markThing(db, resource, id, null)
  db.run(
    'UPDATE entries SET restored = NOT EXISTS (SELECT 1 FROM things t WHERE t.trash_id = ?) WHERE trash_id = ?',
    trashId,
    trashId,
  )
}

/** An entry goes with the last of what came into the trash by it. */
const forget = (db: ReadDb, where: string, ...values: string[]) => {
  const entries = db.all<{ trash_id: TrashId }>(
    `SELECT DISTINCT trash_id FROM things WHERE (${where}) AND trash_id IS NOT NULL`,
    ...values,
  )
  db.run(`DELETE FROM contents WHERE (resource, id) IN (SELECT resource, id FROM things WHERE ${where})`, ...values)
  db.run(`DELETE FROM things WHERE ${where}`, ...values)
  for (const { trash_id } of entries) {
    db.run(
      'DELETE FROM entries WHERE trash_id = ? AND NOT EXISTS (SELECT 1 FROM things t WHERE t.trash_id = ?)',
      trash_id,
      trash_id,
    )
  }
}

/** A thing goes for ever, with what lies in it. */
const purge = (db: ReadDb, resource: Resource, id: string) => {
  for (const where of everythingBelow(resource)) forget(db, where, id)
  forget(db, 'resource = ? AND id = ?', resource, id)
}

const trashHandlers: Projection['handlers'] = {
  ClientDeleted: (db, event) => putIn(db, event, 'clients', event.data.clientId),
  ClientRestored: (db, event) => takeOut(db, event, 'clients', event.data.clientId),
  ClientPurged: (db, { data }) => purge(db, 'clients', data.clientId),
  SiteDeleted: (db, event) => putIn(db, event, 'sites', event.data.siteId),
  SiteRestored: (db, event) => takeOut(db, event, 'sites', event.data.siteId),
  SitePurged: (db, { data }) => purge(db, 'sites', data.siteId),
  VisitDeleted: (db, event) => putIn(db, event, 'visits', event.data.visitId),
  VisitRestored: (db, event) => takeOut(db, event, 'visits', event.data.visitId),
  VisitPurged: (db, { data }) => {
    db.run('UPDATE things SET visit_id = NULL WHERE visit_id = ?', data.visitId)
    purge(db, 'visits', data.visitId)
  },
  FileDeleted: (db, event) => putFileIn(db, event, event.data.fileId),
  FileRestored: (db, event) => takeOut(db, event, 'files', event.data.fileId),
  FilePurged: (db, { data }) => purge(db, 'files', data.fileId),
  DocumentDeleted: (db, event) => putIn(db, event, 'documents', event.data.documentId),
  DocumentRestored: (db, event) => takeOut(db, event, 'documents', event.data.documentId),
  DocumentPurged: (db, { data }) => purge(db, 'documents', data.documentId),
  CategoryDeleted: (db, event) => {
    const { categoryId, categoryIds, trashId } = event.data
    putIn(db, event, 'categories', categoryId, categoryIds.length)
    for (const id of categoryIds) markThing(db, 'categories', id, trashId)
  },
  CategoryRestored: (db, event) => {
    db.run('UPDATE things SET trash_id = NULL WHERE trash_id = ?', event.data.trashId)
    takeOut(db, event, 'categories', event.data.categoryId)
  },
  CategoryPurged: (db, { data }) => forget(db, 'trash_id = ?', data.trashId),
}

/**
 * What each team has deleted in the last 30 days, one entry for each deletion, with what went with it (D-10). A restored
 * entry stays, unseen, so that whoever restores it again by the same key is answered the same.
 */
export const trash: Projection = {
  name: 'trash',
  version: 2,
  tables: `
    ${thingTables}
    ${contentTables}
    CREATE TABLE entries (
      trash_id TEXT PRIMARY KEY, team_id TEXT NOT NULL, resource TEXT NOT NULL, record_id TEXT, name TEXT NOT NULL,
      contents TEXT NOT NULL, deleted_at TEXT NOT NULL, deleted_by TEXT, expires_at TEXT NOT NULL,
      restored INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX entries_by_time ON entries (team_id, deleted_at, trash_id) WHERE restored = 0;
    CREATE INDEX entries_by_expiry ON entries (expires_at) WHERE restored = 0;
  `,
  handlers: inTurn([thingHandlers, contentHandlers, trashHandlers]),
}
