import type { Projection } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import type { Recorded } from '#schemas/event.ts'
import type { BulkBegun, BulkEnded } from '#schemas/events/bulk.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { BulkId } from '#schemas/ids.ts'

const begun = (db: ReadDb, { data, metadata }: Recorded<EventNamed<BulkBegun>>) =>
  db.run('INSERT OR REPLACE INTO bulks (bulk_id, begun_at) VALUES (?, ?)', data.bulkId, metadata.at)

const ended = (db: ReadDb, { data }: Recorded<EventNamed<BulkEnded>>) =>
  db.run('DELETE FROM bulks WHERE bulk_id = ?', data.bulkId)

/** Bulk changes that have begun and not ended. The read model belongs to the workers process. */
export const openBulks: Projection = {
  name: 'open-bulks',
  version: 1,
  tables: 'CREATE TABLE bulks (bulk_id TEXT PRIMARY KEY, begun_at TEXT NOT NULL) STRICT, WITHOUT ROWID;',
  handlers: {
    FilesChangeBegun: begun,
    FilesUndoBegun: begun,
    FilesUploadBegun: begun,
    DocumentsChangeBegun: begun,
    DocumentsUndoBegun: begun,
    DocumentsUploadBegun: begun,
    SitesChangeBegun: begun,
    SitesUndoBegun: begun,
    SampleBegun: begun,
    SampleRemovalBegun: begun,
    FilesChangeEnded: ended,
    FilesUndoEnded: ended,
    FilesUploadEnded: ended,
    DocumentsChangeEnded: ended,
    DocumentsUndoEnded: ended,
    DocumentsUploadEnded: ended,
    SitesChangeEnded: ended,
    SitesUndoEnded: ended,
    SampleEnded: ended,
    SampleRemovalEnded: ended,
  },
}

export const bulkQueries = (db: ReadDb) => ({
  /** Open bulk changes that began before an instant, oldest first. */
  before: (instant: string): BulkId[] =>
    db
      .all<{ bulk_id: BulkId }>('SELECT bulk_id FROM bulks WHERE begun_at < ? ORDER BY begun_at', instant)
      .map(({ bulk_id }) => bulk_id),
})
export type BulkQueries = ReturnType<typeof bulkQueries>
