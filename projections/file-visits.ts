import type { Which } from './places.ts'
import type { Projection } from './projection.ts'
import type { ReadDb } from './read-db.ts'

/** The visits that files hang on; a deleted one still says where its files lie (D-10). */
export const fileVisitTables = `
  CREATE TABLE visits (
    id TEXT PRIMARY KEY, site_id TEXT NOT NULL, name TEXT NOT NULL, deleted INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;
`

const mark = (db: ReadDb, id: string, deleted: 0 | 1) =>
  db.run('UPDATE visits SET deleted = ? WHERE id = ?', deleted, id)

/** Keeps those visits; `settle` sets where the files of a visit lie. */
export const fileVisitHandlers = (settle: (db: ReadDb, which: Which) => void): Projection['handlers'] => ({
  VisitAdded: (db, { data }) =>
    db.run(
      'INSERT INTO visits (id, site_id, name) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
      data.visitId,
      data.siteId,
      data.name,
    ),
  VisitUpdated: (db, { data }) => db.run('UPDATE visits SET name = ? WHERE id = ?', data.name, data.visitId),
  VisitMoved: (db, { data }) => {
    db.run('UPDATE visits SET site_id = ? WHERE id = ?', data.siteId, data.visitId)
    settle(db, ['visit_id', data.visitId])
  },
  VisitDeleted: (db, { data }) => mark(db, data.visitId, 1),
  VisitRestored: (db, { data }) => mark(db, data.visitId, 0),
  VisitPurged: (db, { data }) => {
    db.run('UPDATE files SET visit_id = NULL WHERE visit_id = ?', data.visitId)
    db.run('DELETE FROM visits WHERE id = ?', data.visitId)
  },
})
