import type { CalendarDate } from '#schemas/calendar-date.ts'
import type { ContentHash, DocumentId, TeamId } from '#schemas/ids.ts'
import type { PageQuery } from '#schemas/page.ts'
import type { Projection } from './projection.ts'
import type { ReadDb } from './read-db.ts'
import { selectPage } from './select-page.ts'

/** The library of each team. The row of a deleted document stays until it is purged (D-10). */
export const documents: Projection = {
  name: 'documents',
  version: 2,
  tables: `
    CREATE TABLE documents (
      id TEXT PRIMARY KEY, team_id TEXT NOT NULL, name TEXT NOT NULL, local_file_name TEXT NOT NULL,
      type TEXT NOT NULL, mime_type TEXT NOT NULL, hash TEXT NOT NULL, size INTEGER NOT NULL,
      completed_on TEXT NOT NULL, created_at TEXT NOT NULL, revision TEXT NOT NULL,
      deleted INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX documents_by_time ON documents (team_id, created_at, id) WHERE deleted = 0;
  `,
  handlers: {
    DocumentUploaded: (db, { data, revision, metadata }) =>
      db.run(
        `INSERT INTO documents (id, team_id, name, local_file_name, type, mime_type, hash, size, completed_on,
           created_at, revision)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
        data.documentId,
        data.teamId,
        data.name,
        data.localFileName,
        data.type,
        data.mimeType,
        data.content.hash,
        data.content.size,
        data.completedOn,
        metadata.at,
        String(revision),
      ),
    DocumentRenamed: (db, { data, revision }) =>
      db.run('UPDATE documents SET name = ?, revision = ? WHERE id = ?', data.name, String(revision), data.documentId),
    DocumentDeleted: (db, { data, revision }) =>
      db.run('UPDATE documents SET deleted = 1, revision = ? WHERE id = ?', String(revision), data.documentId),
    DocumentRestored: (db, { data, revision }) =>
      db.run('UPDATE documents SET deleted = 0, revision = ? WHERE id = ?', String(revision), data.documentId),
    DocumentPurged: (db, { data }) => db.run('DELETE FROM documents WHERE id = ?', data.documentId),
  },
}

export type DocumentRow = {
  id: DocumentId
  name: string
  local_file_name: string
  type: string
  mime_type: string
  hash: ContentHash
  size: number
  completed_on: CalendarDate
  created_at: string
  revision: string
}

const columns = 'id, name, local_file_name, type, mime_type, hash, size, completed_on, created_at, revision'
const live = 'team_id = ? AND deleted = 0'

/** Everybody in a team sees all of its documents (D-57). */
export const documentQueries = (db: ReadDb) => ({
  list: (teamId: TeamId, page: PageQuery) =>
    selectPage<DocumentRow>(
      db,
      {
        select: columns,
        from: 'documents',
        where: live,
        values: [teamId],
        orderBy: ['created_at', 'id'],
        descending: true,
      },
      page,
    ),
  one: (teamId: TeamId, id: DocumentId) =>
    db.one<DocumentRow>(`SELECT ${columns} FROM documents WHERE ${live} AND id = ?`, teamId, id),
})
export type DocumentQueries = ReturnType<typeof documentQueries>
