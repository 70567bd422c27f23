import type { CalendarDate } from '#schemas/calendar-date.ts'
import type { Recorded } from '#schemas/event.ts'
import type { FileEvent } from '#schemas/events/file.ts'
import type { CategoryId, ClientId, ContentHash, FileId, SiteId, UserId, VisitId } from '#schemas/ids.ts'
import type { Page } from '#schemas/page.ts'
import type { FileListQuery } from '#schemas/resources/files.ts'
import type { Scope } from '#schemas/scope.ts'
import {
  fileCategoryColumn,
  fileCategoryHandlers,
  fileCategoryTables,
  inCategory,
  writeFileCategories,
} from './file-categories.ts'
import { fileVisitHandlers, fileVisitTables } from './file-visits.ts'
import { hiddenThere, placeHandlers, placeOn, placeTables, settlePlace, type Which } from './places.ts'
import type { Projection } from './projection.ts'
import type { ReadDb, SqlValue } from './read-db.ts'
import { scoped } from './scoped.ts'
import { selectPage } from './select-page.ts'
import { totalIn, totalTables } from './totals.ts'

const siteOfVisit = 'SELECT v.site_id FROM visits v WHERE v.id = files.visit_id'

/**
 * Sets where files lie: where their visit does, else on the site that they were put on, and whether they are hidden.
 * A deleted visit still says where its files lie (D-04, D-10).
 */
const settle = (db: ReadDb, which: Which) => {
  const [column, value] = which
  if (column === 'id' || column === 'visit_id') {
    db.run(`UPDATE files SET site_id = (${siteOfVisit}) WHERE ${column} = ? AND site_id <> (${siteOfVisit})`, value)
  }
  settlePlace(db, 'files', which)
}

const forget = (db: ReadDb, [column, value]: Which) => {
  db.run(`DELETE FROM file_categories WHERE file_id IN (SELECT id FROM files WHERE ${column} = ?)`, value)
  db.run(`DELETE FROM files WHERE ${column} = ?`, value)
}

type Changed = Partial<Record<'name' | 'completed_on' | 'visit_id' | 'site_id' | 'deleted', SqlValue>>

const change = (db: ReadDb, { data, revision }: Recorded<FileEvent>, changed: Changed) => {
  const columns = [...Object.keys(changed), 'revision'].map((column) => `${column} = ?`).join(', ')
  db.run(`UPDATE files SET ${columns} WHERE id = ?`, ...Object.values(changed), String(revision), data.fileId)
  settle(db, ['id', data.fileId])
}

/**
 * Files with the names of what they hang on, their categories and the state of their thumbnails. The row of a deleted
 * file stays until it is purged, and a file keeps its visit while that is in the trash (D-10).
 */
export const files: Projection = {
  name: 'files',
  version: 5,
  tables: `
    ${placeTables}
    ${fileVisitTables}
    CREATE TABLE files (
      id TEXT PRIMARY KEY, team_id TEXT NOT NULL, client_id TEXT NOT NULL, site_id TEXT NOT NULL, visit_id TEXT,
      name TEXT NOT NULL, local_file_name TEXT NOT NULL, type TEXT NOT NULL, mime_type TEXT NOT NULL,
      hash TEXT NOT NULL, size INTEGER NOT NULL, completed_on TEXT NOT NULL, created_at TEXT NOT NULL,
      uploaded_by TEXT NOT NULL, revision TEXT NOT NULL,
      thumbnail_state TEXT NOT NULL DEFAULT 'pending', thumbnail_hash TEXT, thumbnail_version TEXT,
      deleted INTEGER NOT NULL DEFAULT 0, hidden INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
    ${totalTables('files', 'hidden')}
    CREATE INDEX files_by_time ON files (team_id, created_at, id) WHERE hidden = 0;
    CREATE INDEX files_by_client ON files (client_id, created_at, id);
    CREATE INDEX files_by_site ON files (site_id, created_at, id);
    CREATE INDEX files_by_visit ON files (visit_id, created_at, id);
    ${fileCategoryTables}
  `,
  handlers: {
    ...fileCategoryHandlers,
    ...placeHandlers({ settle, forget }),
    ...fileVisitHandlers(settle),
    FileUploaded: (db, { data, revision, metadata }) => {
      db.run(
        `INSERT INTO files (id, team_id, client_id, site_id, visit_id, name, local_file_name, type, mime_type,
           hash, size, completed_on, created_at, uploaded_by, revision, hidden)
         SELECT ?1, ?2, coalesce(s.client_id, ?3), p.site_id, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15,
           ${hiddenThere}
         FROM ${placeOn('coalesce((SELECT v.site_id FROM visits v WHERE v.id = ?5), ?4)')} WHERE true
         ON CONFLICT DO NOTHING`,
        data.fileId,
        data.teamId,
        data.clientId,
        data.siteId,
        data.visitId,
        data.name,
        data.localFileName,
        data.type,
        data.mimeType,
        data.content.hash,
        data.content.size,
        data.completedOn,
        metadata.at,
        data.uploadedBy,
        String(revision),
      )
      writeFileCategories(db, data.fileId, data.categoryIds)
    },
    FileUpdated: (db, event) => change(db, event, { name: event.data.name, completed_on: event.data.completedOn }),
    FileVisitChanged: (db, event) => change(db, event, { visit_id: event.data.visitId, site_id: event.data.siteId }),
    FileCategoriesChanged: (db, event) => {
      db.run('DELETE FROM file_categories WHERE file_id = ?', event.data.fileId)
      writeFileCategories(db, event.data.fileId, event.data.categoryIds)
      change(db, event, {})
    },
    FileDeleted: (db, event) => change(db, event, { deleted: 1 }),
    FileRestored: (db, event) => change(db, event, { deleted: 0 }),
    FilePurged: (db, { data }) => forget(db, ['id', data.fileId]),
    // Nobody edited the file: its revision stays (D-73).
    ThumbnailMade: (db, { data, revision }) =>
      db.run(
        `UPDATE files SET thumbnail_state = 'ready', thumbnail_hash = ?, thumbnail_version = ? WHERE id = ? AND hash = ?`,
        data.content.hash,
        String(revision),
        data.fileId,
        data.of,
      ),
    ThumbnailFailed: (db, { data }) =>
      db.run("UPDATE files SET thumbnail_state = 'failed' WHERE id = ? AND hash = ?", data.fileId, data.of),
  },
}

type StoredRow = Omit<FileRow, 'categories'> & { categories: string }

export type FileRow = {
  id: FileId
  name: string
  local_file_name: string
  type: string
  mime_type: string
  hash: ContentHash
  size: number
  completed_on: CalendarDate
  created_at: string
  uploaded_by: UserId
  revision: string
  thumbnail_state: 'pending' | 'ready' | 'failed'
  thumbnail_hash: ContentHash | null
  thumbnail_version: string | null
  visit_id: VisitId | null
  visit_name: string | null
  site_id: SiteId
  site_name: string
  client_id: ClientId
  client_name: string
  categories: { id: CategoryId; name: string }[]
}

const columns = `f.id, f.name, f.local_file_name, f.type, f.mime_type, f.hash, f.size, f.completed_on, f.created_at,
  f.uploaded_by, f.revision, f.thumbnail_state, f.thumbnail_hash, f.thumbnail_version, v.id AS visit_id, v.name AS visit_name,
  f.site_id, s.name AS site_name, f.client_id, cl.name AS client_name, ${fileCategoryColumn}`
const source = `files f JOIN sites s ON s.id = f.site_id JOIN clients cl ON cl.id = f.client_id
  LEFT JOIN visits v ON v.id = f.visit_id AND v.deleted = 0`

const opened = (row: StoredRow): FileRow => ({ ...row, categories: JSON.parse(row.categories) })

const places = { team: 'f.team_id', client: 'f.client_id', site: 'f.site_id' }

export const fileQueries = (db: ReadDb) => {
  const list = (scope: Scope, query: FileListQuery, narrower = '', narrowing: SqlValue[] = []): Page<FileRow> => {
    const [within, category] = [scoped(scope, places), inCategory(query.category)]
    const where = `${within.where} AND f.hidden = 0${narrower}${category.where}`
    const values = [...within.values, ...narrowing, ...category.values]
    const known = narrower + category.where === '' ? totalIn(db, 'files', scope) : {}
    const page = selectPage<StoredRow>(
      db,
      { select: columns, from: source, where, values, orderBy: ['f.created_at', 'f.id'], descending: true, ...known },
      query,
    )
    return { ...page, rows: page.rows.map(opened) }
  }
  return {
    list: (scope: Scope, query: FileListQuery) => list(scope, query),
    ofClient: (scope: Scope, clientId: ClientId, query: FileListQuery) =>
      list(scope, query, ' AND f.client_id = ?', [clientId]),
    ofSite: (scope: Scope, siteId: SiteId, query: FileListQuery) => list(scope, query, ' AND f.site_id = ?', [siteId]),
    ofVisit: (scope: Scope, visitId: VisitId, query: FileListQuery) =>
      list(scope, query, ' AND f.visit_id = ?', [visitId]),
    one: (scope: Scope, id: FileId) => {
      const { where, values } = scoped(scope, places)
      const row = db.one<StoredRow>(
        `SELECT ${columns} FROM ${source} WHERE ${where} AND f.hidden = 0 AND f.id = ?`,
        ...values,
        id,
      )
      return row && opened(row)
    },
  }
}
export type FileQueries = ReturnType<typeof fileQueries>
