import type { Projection } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import { insert } from '#projections/engine/rows.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { ContentHash, TeamId } from '#schemas/ids.ts'

/** The records that use each content of a team: several may use the same bytes (D-91). */
export const contentTables = `
  CREATE TABLE contents (
    team_id TEXT NOT NULL, hash TEXT NOT NULL, resource TEXT NOT NULL, id TEXT NOT NULL,
    PRIMARY KEY (team_id, hash, resource, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX contents_of_record ON contents (resource, id);
`

const use = (db: ReadDb, teamId: TeamId, { hash }: { hash: ContentHash }, resource: string, id: string) =>
  insert(db, 'contents', { team_id: teamId, hash, resource, id })

type Received = Pick<EventNamed<'FileUploaded'>['data'], 'teamId' | 'content' | 'original'>

/** The content of an upload, and what it was made of. */
const takeUpload = (db: ReadDb, { teamId, content, original }: Received, resource: string, id: string) => {
  use(db, teamId, content, resource, id)
  if (original) use(db, teamId, original.content, resource, id)
}

/**
 * Content belongs to a record from its upload until the record is purged, even after the record got another content.
 */
export const contentHandlers: Projection['handlers'] = {
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
  PictureUploaded: (db, { data: { owner, content } }) => {
    if (owner.kind === 'team') use(db, owner.id, content, 'teams', owner.id)
  },
  PictureCropped: (db, { data: { owner, content } }) => {
    if (owner.kind === 'team') use(db, owner.id, content, 'teams', owner.id)
    if ('teamId' in owner) use(db, owner.teamId, content, `${owner.kind}s`, owner.id)
  },
  TextExtracted: (db, { data: { teamId, content, subject } }) => {
    if (content) use(db, teamId, content, subject.resource, subject.id)
  },
}
