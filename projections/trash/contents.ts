import type { ContentHash, TeamId } from '#schemas/ids.ts'
import type { Projection } from '../projection.ts'
import type { ReadDb } from '../read-db.ts'

/** Which content of a team's store is whose: the same bytes may be several things' (D-91). */
export const contentTables = `
  CREATE TABLE contents (
    team_id TEXT NOT NULL, hash TEXT NOT NULL, resource TEXT NOT NULL, id TEXT NOT NULL,
    PRIMARY KEY (team_id, hash, resource, id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX contents_of_thing ON contents (resource, id);
`

const use = (db: ReadDb, teamId: TeamId, { hash }: { hash: ContentHash }, resource: string, id: string) =>
  db.run(
    'INSERT INTO contents (team_id, hash, resource, id) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
    teamId,
    hash,
    resource,
    id,
  )

/** Content is a thing's from when it came until the thing is purged, also where it shows another one by now. */
export const contentHandlers: Projection['handlers'] = {
  FileUploaded: (db, { data }) => use(db, data.teamId, data.content, 'files', data.fileId),
  DocumentUploaded: (db, { data }) => use(db, data.teamId, data.content, 'documents', data.documentId),
  // Safe before any of it is recorded, and recorded later where a crash came in between.
  FilesUploadBegun: (db, { data: { teamId, files } }) => {
    for (const { fileId, content } of files) use(db, teamId, content, 'files', fileId)
  },
  DocumentsUploadBegun: (db, { data: { teamId, documents } }) => {
    for (const { documentId, content } of documents) use(db, teamId, content, 'documents', documentId)
  },
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
