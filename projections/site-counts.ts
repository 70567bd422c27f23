import type { FileId, SiteId, VisitId } from '#schemas/ids.ts'
import type { Projection } from './projection.ts'
import type { ReadDb } from './read-db.ts'

/** Which visits and files lie on which site, to count them: `deleted` where they are in the trash themselves (D-10). */
export const siteCountTables = `
  CREATE TABLE visits (id TEXT PRIMARY KEY, site_id TEXT NOT NULL, deleted INTEGER NOT NULL DEFAULT 0)
    STRICT, WITHOUT ROWID;
  CREATE TABLE files (
    id TEXT PRIMARY KEY, site_id TEXT NOT NULL, visit_id TEXT, deleted INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX files_of_visit ON files (visit_id);
`

type Counted = { site_id: SiteId; deleted: 0 | 1 }
type CountedFile = Counted & { visit_id: VisitId | null }

const count = (db: ReadDb, column: 'visit_count' | 'file_count', { site_id, deleted }: Counted, by: 1 | -1) => {
  if (!deleted) db.run(`UPDATE sites SET ${column} = ${column} + ? WHERE id = ?`, by, site_id)
}

/** Makes of a visit what it is now, and counts it where it is. */
const putVisit = (db: ReadDb, id: VisitId, change: Partial<Counted>) => {
  const before = db.one<Counted>('SELECT site_id, deleted FROM visits WHERE id = ?', id)
  if (!before) return
  const after = { ...before, ...change }
  count(db, 'visit_count', before, -1)
  count(db, 'visit_count', after, 1)
  db.run('UPDATE visits SET site_id = ?, deleted = ? WHERE id = ?', after.site_id, after.deleted, id)
}

/** A file lies where its visit does, else on the site that it was put on (D-04). */
const siteOf = (db: ReadDb, visitId: VisitId | null, siteId: SiteId): SiteId =>
  db.one<{ site_id: SiteId }>('SELECT site_id FROM visits WHERE id = ?', visitId)?.site_id ?? siteId

const putFile = (db: ReadDb, id: FileId, change: Partial<CountedFile>) => {
  const before = db.one<CountedFile>('SELECT site_id, visit_id, deleted FROM files WHERE id = ?', id)
  if (!before) return
  const wanted = { ...before, ...change }
  const after = { ...wanted, site_id: siteOf(db, wanted.visit_id, wanted.site_id) }
  count(db, 'file_count', before, -1)
  count(db, 'file_count', after, 1)
  db.run(
    'UPDATE files SET site_id = ?, visit_id = ?, deleted = ? WHERE id = ?',
    after.site_id,
    after.visit_id,
    after.deleted,
    id,
  )
}

const filesOf = (db: ReadDb, visitId: VisitId) =>
  db.all<{ id: FileId }>('SELECT id FROM files WHERE visit_id = ?', visitId)

/** Keeps `visit_count` and `file_count` of the sites. */
export const siteCountHandlers: Projection['handlers'] = {
  VisitAdded: (db, { data }) => {
    const added = db.run(
      'INSERT INTO visits (id, site_id) VALUES (?, ?) ON CONFLICT DO NOTHING',
      data.visitId,
      data.siteId,
    )
    if (added) count(db, 'visit_count', { site_id: data.siteId, deleted: 0 }, 1)
  },
  VisitMoved: (db, { data }) => {
    putVisit(db, data.visitId, { site_id: data.siteId })
    for (const { id } of filesOf(db, data.visitId)) putFile(db, id, {})
  },
  VisitDeleted: (db, { data }) => putVisit(db, data.visitId, { deleted: 1 }),
  VisitRestored: (db, { data }) => putVisit(db, data.visitId, { deleted: 0 }),
  VisitPurged: (db, { data }) => {
    for (const { id } of filesOf(db, data.visitId)) putFile(db, id, { visit_id: null })
    db.run('DELETE FROM visits WHERE id = ?', data.visitId)
  },
  FileUploaded: (db, { data }) => {
    const site_id = siteOf(db, data.visitId, data.siteId)
    const added = db.run(
      'INSERT INTO files (id, site_id, visit_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
      data.fileId,
      site_id,
      data.visitId,
    )
    if (added) count(db, 'file_count', { site_id, deleted: 0 }, 1)
  },
  FileVisitChanged: (db, { data }) => putFile(db, data.fileId, { visit_id: data.visitId, site_id: data.siteId }),
  FileDeleted: (db, { data }) => putFile(db, data.fileId, { deleted: 1 }),
  FileRestored: (db, { data }) => putFile(db, data.fileId, { deleted: 0 }),
  FilePurged: (db, { data }) => {
    putFile(db, data.fileId, { deleted: 1 })
    db.run('DELETE FROM files WHERE id = ?', data.fileId)
  },
}
