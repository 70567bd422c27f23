import { composeHandlers, type Trashing, trashHandlers } from '#projections/engine/noun-handlers.ts'
import type { Projection } from '#projections/engine/projection.ts'
import type { ReadDb, SqlValue } from '#projections/engine/read-db.ts'
import { insert } from '#projections/engine/rows.ts'
import { holderOf } from '#schemas/events/picture.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { ContentHash, TeamId, TeamInvitationId, TrashId, UserId } from '#schemas/ids.ts'
import type { Resource } from '#schemas/nouns.ts'
import { packEndsAt } from '#schemas/records/pack.ts'
import { restorableUntil } from '#schemas/records/trash.ts'
import { descendantsOf, markRecord, recordHandlers, recordTables } from './records.ts'

/**
 * All contents that the log names, until they are purged, and the records that use each: several may use the same bytes of
 * their team (D-91). A person and an invitation hold a picture of their own.
 */
const contentTables = `
  CREATE TABLE contents (
    holder TEXT NOT NULL, hash TEXT NOT NULL, resource TEXT NOT NULL, id TEXT NOT NULL,
    PRIMARY KEY (holder, hash, resource, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX contents_of_record ON contents (resource, id);
`

type Holder = TeamId | UserId | TeamInvitationId

const use = (db: ReadDb, holder: Holder, { hash }: { hash: ContentHash }, resource: string, id: string) =>
  insert(db, 'contents', { holder, hash, resource, id })

/** Forgets the contents of a holder, which were purged as one. */
const forget = (db: ReadDb, holder: Holder) => db.run('DELETE FROM contents WHERE holder = ?', holder)

type Received = Pick<EventNamed<'FileUploaded'>['data'], 'teamId' | 'content' | 'original'>

/** The content of an upload, and what it was made of. */
const takeUpload = (db: ReadDb, { teamId, content, original }: Received, resource: string, id: string) => {
  use(db, teamId, content, resource, id)
  if (original) use(db, teamId, original.content, resource, id)
}

/**
 * Content belongs to a record from its upload until the record is purged, even after the record got another content.
 */
const contentHandlers: Projection['handlers'] = {
  FileUploaded: (db, { data }) => takeUpload(db, data, 'files', data.fileId),
  DocumentUploaded: (db, { data }) => takeUpload(db, data, 'documents', data.documentId),
  // Content is stored before its event is recorded; after a crash in between it is recorded later.
  FilesUploadBegun: (db, { data: { teamId, files } }) => {
    for (const file of files) takeUpload(db, { ...file, teamId }, 'files', file.fileId)
  },
  DocumentsUploadBegun: (db, { data: { teamId, documents } }) => {
    for (const document of documents) takeUpload(db, { ...document, teamId }, 'documents', document.documentId)
  },
  FileVersionAdded: (db, { data }) => takeUpload(db, data, 'files', data.fileId),
  ThumbnailMade: (db, { data }) => use(db, data.teamId, data.content, 'files', data.fileId),
  ClientThumbnailSet: (db, { data }) => use(db, data.teamId, data.content, 'clients', data.clientId),
  SiteThumbnailSet: (db, { data }) => use(db, data.teamId, data.content, 'sites', data.siteId),
  PictureUploaded: (db, { data: { owner, content } }) => use(db, owner.id, content, `${owner.kind}s`, owner.id),
  PictureCropped: (db, { data: { owner, content } }) => use(db, holderOf(owner), content, `${owner.kind}s`, owner.id),
  TeamInvitationSent: (db, { data: { teamInvitationId: id, logo } }) => {
    if (logo) use(db, id, logo.content, 'team-invitations', id)
  },
  TextExtracted: (db, { data: { teamId, content, subject } }) => {
    if (content) use(db, teamId, content, subject.resource, subject.id)
  },
  TeamPurged: (db, { data }) => forget(db, data.teamId),
  PersonErased: (db, { data }) => forget(db, data.userId),
}

/** Marks a record as deleted; files that are deleted by one command share an entry without a record of its own. */
const putIn = (db: ReadDb, { data, metadata }: Trashing, resource: Resource, id: string) => {
  markRecord(db, resource, id, data.trashId)
  const isNew = insert(db, 'entries', {
    trash_id: data.trashId,
    team_id: data.teamId,
    resource,
    record_id: id,
    expires_at: restorableUntil(metadata.at),
  })
  if (!isNew) db.run('UPDATE entries SET record_id = NULL WHERE trash_id = ? AND record_id <> ?', data.trashId, id)
}

/** Removes the entries without records. */
const removeEmpty = (db: ReadDb, trashIds: readonly TrashId[]) => {
  for (const trashId of trashIds) {
    if (db.one('SELECT 1 FROM records WHERE trash_id = ?', trashId)) continue
    db.run('DELETE FROM entries WHERE trash_id = ?', trashId)
  }
}

/** Restores a record; an entry of several files stays while one of them is in it. */
const restore = (db: ReadDb, { data: { trashId } }: Trashing, resource: Resource, id: string) => {
  markRecord(db, resource, id, null)
  removeEmpty(db, [trashId])
}

/** Removes an entry with the last record that was deleted by it. */
const remove = (db: ReadDb, where: string, ...values: string[]) => {
  const entries = db.all<{ trash_id: TrashId }>(
    `SELECT DISTINCT trash_id FROM records WHERE (${where}) AND trash_id IS NOT NULL`,
    ...values,
  )
  db.run(`DELETE FROM contents WHERE (resource, id) IN (SELECT resource, id FROM records WHERE ${where})`, ...values)
  db.run(`DELETE FROM records WHERE ${where}`, ...values)
  removeEmpty(
    db,
    entries.map(({ trash_id }) => trash_id),
  )
}

/** Purges a record with everything in it. */
const purge = (db: ReadDb, resource: Resource, id: string) => {
  for (const where of descendantsOf(resource)) remove(db, where, id)
  remove(db, 'resource = ? AND id = ?', resource, id)
}

/** A pack is purged like a record in the trash, when it cannot be downloaded any more. */
const ofPacks: Projection['handlers'] = {
  PackReady: (db, { data: { packId, teamId, plan, made }, metadata }) => {
    const pack = { resource: 'packs', id: packId }
    for (const content of [plan, made]) use(db, teamId, content, pack.resource, packId)
    insert(db, 'records', { ...pack, trash_id: packId })
    insert(db, 'entries', {
      trash_id: packId,
      team_id: teamId,
      resource: pack.resource,
      record_id: packId,
      expires_at: packEndsAt(metadata.at),
    })
  },
  PackEnded: (db, { data }) => remove(db, 'trash_id = ?', data.packId),
}

const ofRecords = trashHandlers({
  deleted: (db, noun, id, event) => putIn(db, event, noun, id),
  restored: (db, noun, id, event) => restore(db, event, noun, id),
  purged: (db, noun, id) => {
    // The files of a purged visit stay on the site.
    if (noun === 'visits') db.run('UPDATE records SET visit_id = NULL WHERE visit_id = ?', id)
    purge(db, noun, id)
  },
})

/** A branch of categories is purged as one, by its entry. */
const ofCategories: Projection['handlers'] = {
  CategoryDeleted: (db, event) => putIn(db, event, 'categories', event.data.categoryId),
  CategoryRestored: (db, event) => restore(db, event, 'categories', event.data.categoryId),
  CategoryPurged: (db, { data }) => remove(db, 'trash_id = ?', data.trashId),
}

/** Trash entries that the workers purge after 30 days, and the records that use each content (D-10, D-91). */
export const expiredTrash: Projection = {
  name: 'expired-trash',
  version: 5,
  tables: `
    ${recordTables}
    ${contentTables}
    CREATE TABLE entries (
      trash_id TEXT PRIMARY KEY, team_id TEXT NOT NULL, resource TEXT NOT NULL, record_id TEXT, expires_at TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX entries_by_expiry ON entries (expires_at);
  `,
  handlers: composeHandlers([recordHandlers, contentHandlers, ofRecords, ofCategories, ofPacks]),
}

/** `record_id` is null when several files were deleted by one command; the entry of a pack has its id. */
export type ExpiredEntry = { id: TrashId; team_id: TeamId; resource: Resource | 'packs'; record_id: string | null }

export const expiredQueries = (db: ReadDb) => {
  /** Content that only the records of these conditions use; `subjects` selects their resource and id. */
  const contentsOnlyOf = (subjects: string, values: SqlValue[]) =>
    db.all<{ hash: ContentHash }>(
      `WITH gone AS MATERIALIZED (${subjects})
       SELECT DISTINCT c.hash FROM gone g JOIN contents c ON c.resource = g.resource AND c.id = g.id
       WHERE NOT EXISTS (
         SELECT 1 FROM contents o WHERE o.holder = c.holder AND o.hash = c.hash
           AND (o.resource, o.id) NOT IN (SELECT resource, id FROM gone)
       )`,
      ...values,
    )
  return {
    /** Entries that expired before an instant, oldest first. */
    before: (instant: string) =>
      db.all<ExpiredEntry>(
        'SELECT trash_id AS id, team_id, resource, record_id FROM entries WHERE expires_at < ? ORDER BY expires_at',
        instant,
      ),
    /** The records that were deleted by an entry. */
    records: (id: TrashId) =>
      db.all<{ resource: Resource; id: string }>('SELECT resource, id FROM records WHERE trash_id = ?', id),
    isNamed: (holder: Holder, hash: ContentHash): boolean =>
      db.one('SELECT 1 FROM contents WHERE holder = ? AND hash = ? LIMIT 1', holder, hash) !== undefined,
    /** Contents of some files of all teams, without those in the trash, by themselves or with their site or client. */
    someContents: (limit: number) =>
      db.all<{ holder: TeamId; hash: ContentHash }>(
        `SELECT c.holder, c.hash FROM contents c JOIN records f ON f.resource = c.resource AND f.id = c.id
           LEFT JOIN records s ON s.resource = 'sites' AND s.id = f.site_id
           LEFT JOIN records cl ON cl.resource = 'clients' AND cl.id = s.client_id
         WHERE c.resource = 'files' AND coalesce(f.trash_id, s.trash_id, cl.trash_id) IS NULL
         ORDER BY c.id DESC LIMIT ? + 0`,
        limit,
      ),
    /** Hashes of the content that only the records of an entry use. */
    contents: ({ id, resource, record_id }: ExpiredEntry): ContentHash[] => {
      const below = record_id === null ? [] : descendantsOf(resource)
      const subjects = ['trash_id = ?', ...below].map((where) => `SELECT resource, id FROM records WHERE ${where}`)
      const values = [id, ...below.map(() => record_id)]
      return contentsOnlyOf(subjects.join(' UNION '), values).map(({ hash }) => hash)
    },
  }
}
export type ExpiredQueries = ReturnType<typeof expiredQueries>
