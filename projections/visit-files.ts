import type { FileId, VisitId } from '#schemas/ids.ts'
import type { Projection } from './projection.ts'
import type { ReadDb } from './read-db.ts'

/** Which files hang on which visit, to count them: `deleted` where a file itself is in the trash (D-10). */
export const visitFileTables = `
  CREATE TABLE files (id TEXT PRIMARY KEY, visit_id TEXT, deleted INTEGER NOT NULL DEFAULT 0) STRICT, WITHOUT ROWID;
`

type CountedFile = { visit_id: VisitId | null; deleted: 0 | 1 }

const count = (db: ReadDb, visitId: VisitId | null, by: 1 | -1) => {
  if (visitId) db.run('UPDATE visits SET file_count = file_count + ? WHERE id = ?', by, visitId)
}

/** Makes of a file what it is now, and counts it where it is. */
const put = (db: ReadDb, fileId: FileId, change: Partial<CountedFile>) => {
  const before = db.one<CountedFile>('SELECT visit_id, deleted FROM files WHERE id = ?', fileId)
  if (!before) return
  const after = { ...before, ...change }
  if (!before.deleted) count(db, before.visit_id, -1)
  if (!after.deleted) count(db, after.visit_id, 1)
  db.run('UPDATE files SET visit_id = ?, deleted = ? WHERE id = ?', after.visit_id, after.deleted, fileId)
}

/** Keeps `file_count` of the visits. */
export const visitFileHandlers: Projection['handlers'] = {
  FileUploaded: (db, { data }) => {
    const isNew = db.run(
      'INSERT INTO files (id, visit_id) VALUES (?, ?) ON CONFLICT DO NOTHING',
      data.fileId,
      data.visitId,
    )
    if (isNew) count(db, data.visitId, 1)
  },
  FileVisitChanged: (db, { data }) => put(db, data.fileId, { visit_id: data.visitId }),
  FileDeleted: (db, { data }) => put(db, data.fileId, { deleted: 1 }),
  FileRestored: (db, { data }) => put(db, data.fileId, { deleted: 0 }),
  FilePurged: (db, { data }) => {
    put(db, data.fileId, { deleted: 1 })
    db.run('DELETE FROM files WHERE id = ?', data.fileId)
  },
}
