import { sortName } from '#projections/engine/fold.ts'
import type { Part } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import { type Columns, detailColumns, insert, update } from '#projections/engine/rows.ts'
import { type DocumentDetails, documentDetails } from '#schemas/details/document.ts'
import type { Recorded } from '#schemas/event.ts'
import type { DocumentEvent } from '#schemas/events/document.ts'
import type { ContentHash, DocumentId } from '#schemas/ids.ts'
import type { CalendarDate } from '#schemas/time/calendar-date.ts'
import { expiryIn, type NounList, nameIn, nounQueries, padded } from './noun-list.ts'
import { contentColumns, type OriginalColumns, originalNames, originalTables } from './originals.ts'
import { inTrashIndex } from './trash.ts'

const detailsOf = (data: DocumentDetails) => ({ ...documentDetails.of(data), sort_name: sortName(data.name) })

/** Every event of a document increases its revision. */
const change = (db: ReadDb, { data, revision }: Recorded<DocumentEvent>, columns: Columns) =>
  update(db, 'documents', data.documentId, { ...columns, revision: String(revision) })

/** The documents of each team. The row of a deleted document stays until it is purged (D-10). */
export const documents: Part = {
  tables: `
    CREATE TABLE documents (
      id TEXT PRIMARY KEY, team_id TEXT NOT NULL, name TEXT NOT NULL, local_file_name TEXT NOT NULL,
      type TEXT NOT NULL, mime_type TEXT NOT NULL, hash TEXT NOT NULL, size INTEGER NOT NULL,
      completed_at TEXT NOT NULL, expires_at TEXT, created_at TEXT NOT NULL, revision TEXT NOT NULL,
      trash_id TEXT, sort_name TEXT, ${originalTables}
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX documents_by_time ON documents (team_id, created_at, id) WHERE trash_id IS NULL;
    ${inTrashIndex('documents')}
  `,
  handlers: {
    DocumentUploaded: (db, { data, revision, metadata }) =>
      insert(db, 'documents', {
        id: data.documentId,
        team_id: data.teamId,
        completed_at: data.completed_at,
        ...detailsOf(data),
        ...contentColumns(data),
        created_at: metadata.at,
        revision: String(revision),
      }),
    DocumentRenamed: (db, event) => change(db, event, detailsOf(event.data)),
  },
}

export type DocumentRow = DocumentDetails &
  OriginalColumns & {
    id: DocumentId
    local_file_name: string
    type: string
    mime_type: string
    hash: ContentHash
    size: number
    completed_at: CalendarDate
    created_at: string
    revision: string
  }

/** Every member of a team sees all of its documents (D-57). */
export const documentList: NounList<'documents', DocumentRow> = {
  noun: 'documents',
  alias: 'd',
  from: 'documents d',
  select: `id, ${detailColumns(documentDetails, 'd')}, local_file_name, type, mime_type, hash, size,
    ${originalNames.join(', ')}, completed_at, created_at, revision`,
  order: { column: 'created_at', valueIn: ({ created_at }) => created_at, descending: true },
  sorts: {
    name: nameIn('d'),
    size: padded('d.size'),
    completed_at: 'd.completed_at || d.created_at',
    expires_at: expiryIn('d'),
  },
  usual: '-completed_at',
  keepsTotal: false,
}

export const documentQueries = (db: ReadDb) => nounQueries(db, documentList)
