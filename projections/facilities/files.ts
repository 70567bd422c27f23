import { counterTriggers } from '#projections/engine/counters.ts'
import { sortName } from '#projections/engine/fold.ts'
import type { Part } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import { type Columns, detailColumns, insert, update } from '#projections/engine/rows.ts'
import { totalTables, type Within } from '#projections/engine/scoped.ts'
import type { FileListQuery } from '#schemas/calls/arrangement.ts'
import type { Page } from '#schemas/calls/page.ts'
import { type FileDetails, fileDetails } from '#schemas/details/file.ts'
import type { Recorded } from '#schemas/event.ts'
import type { FileEvent } from '#schemas/events/file.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { CategoryId, ClientId, ContentHash, FileId, SiteId, TeamId, UserId, VisitId } from '#schemas/ids.ts'
import type { FileType } from '#schemas/limits/upload-rules.ts'
import type { Scope } from '#schemas/rights/scope.ts'
import { fileCategoryColumn, fileCategoryTables, inCategory, writeFileCategories } from './file-categories.ts'
import { expiryIn, type NounList, nameIn, nounQueries, padded, shownOf } from './noun-list.ts'
import { contentColumns, type OriginalColumns, originalNames, originalTables } from './originals.ts'
import { placedOn, recompute, siteOfFile } from './placement.ts'
import { inTrashIndex } from './trash.ts'

const detailsOf = (data: FileDetails) => ({ ...fileDetails.of(data), sort_name: sortName(data.name) })

/** Every event of a file increases its revision. */
const change = (db: ReadDb, { data, revision }: Recorded<FileEvent>, columns: Columns) =>
  update(db, 'files', data.fileId, { ...columns, revision: String(revision) })

const changeAncestry = (db: ReadDb, event: Recorded<FileEvent>, columns: Columns) => {
  change(db, event, columns)
  recompute(db, 'files', 'id', event.data.fileId)
}

const changePlace = (db: ReadDb, event: Recorded<EventNamed<'FileVisitChanged' | 'FileMoved'>>) => {
  const { visitId, siteId } = event.data
  changeAncestry(db, event, { visit_id: visitId, site_id: siteOfFile(db, visitId, siteId) })
}

/**
 * Files with their categories and the state of their thumbnails. The row of a deleted file stays until it is purged,
 * and a file keeps its visit while that is in the trash (D-10).
 */
export const files: Part = {
  tables: `
    CREATE TABLE files (
      id TEXT PRIMARY KEY, team_id TEXT NOT NULL, client_id TEXT NOT NULL, site_id TEXT NOT NULL, visit_id TEXT,
      name TEXT NOT NULL, local_file_name TEXT NOT NULL, type TEXT NOT NULL, mime_type TEXT NOT NULL,
      hash TEXT NOT NULL, size INTEGER NOT NULL, completed_at TEXT NOT NULL, expires_at TEXT, created_at TEXT NOT NULL,
      uploaded_by TEXT NOT NULL, revision TEXT NOT NULL,
      thumbnail_state TEXT NOT NULL DEFAULT 'pending', thumbnail_hash TEXT, thumbnail_version TEXT,
      trash_id TEXT, hidden INTEGER NOT NULL DEFAULT 0, sort_name TEXT, version INTEGER, stored_size INTEGER,
      category_count INTEGER, ${originalTables}
    ) STRICT, WITHOUT ROWID;
    ${totalTables('files', 'hidden')}
    ${counterTriggers({ table: 'sites', column: 'file_count', of: 'files', by: 'site_id' })}
    ${counterTriggers({ table: 'visits', column: 'file_count', of: 'files', by: 'visit_id' })}
    CREATE INDEX files_by_time ON files (team_id, created_at, id) WHERE hidden = 0;
    CREATE INDEX files_by_day ON files (team_id, completed_at, client_id, site_id) WHERE hidden = 0;
    CREATE INDEX files_uncategorised ON files (team_id, client_id, site_id) WHERE hidden = 0 AND category_count = 0;
    CREATE INDEX files_by_client ON files (client_id, created_at, id);
    CREATE INDEX files_by_site ON files (site_id, created_at, id);
    CREATE INDEX files_by_content ON files (site_id, hash);
    CREATE INDEX files_by_original ON files (site_id, original_hash) WHERE original_hash IS NOT NULL;
    CREATE INDEX files_by_visit ON files (visit_id, created_at, id);
    CREATE INDEX files_by_expiry ON files (team_id, expires_at) WHERE hidden = 0 AND expires_at IS NOT NULL;
    ${inTrashIndex('files')}
    ${fileCategoryTables}
  `,
  handlers: {
    FileUploaded: (db, { data, revision, metadata }) => {
      const siteId = siteOfFile(db, data.visitId, data.siteId)
      insert(db, 'files', {
        id: data.fileId,
        team_id: data.teamId,
        site_id: siteId,
        visit_id: data.visitId,
        ...placedOn(db, siteId, data.clientId),
        ...detailsOf(data),
        uploaded_by: data.uploadedBy,
        ...contentColumns(data),
        created_at: metadata.at,
        revision: String(revision),
        category_count: 0,
      })
      writeFileCategories(db, data.fileId, data.categoryIds)
    },
    FileUpdated: (db, event) => change(db, event, detailsOf(event.data)),
    FileVisitChanged: changePlace,
    FileMoved: changePlace,
    FileCategoriesChanged: (db, event) => {
      db.run('DELETE FROM file_categories WHERE file_id = ?', event.data.fileId)
      writeFileCategories(db, event.data.fileId, event.data.categoryIds)
      change(db, event, {})
    },
    // The system did this, not a user: the revision stays (D-73).
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

export type FileRow = FileDetails &
  OriginalColumns & {
    id: FileId
    local_file_name: string
    type: string
    mime_type: FileType
    hash: ContentHash
    size: number
    version: number
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

export const fileList: NounList<'files', StoredRow> = {
  noun: 'files',
  alias: 'f',
  from: `files f JOIN sites s ON s.id = f.site_id JOIN clients cl ON cl.id = f.client_id
    LEFT JOIN visits v ON v.id = f.visit_id AND v.trash_id IS NULL`,
  select: `f.id, ${detailColumns(fileDetails, 'f')}, f.local_file_name, f.type, f.mime_type, f.hash, f.size,
    ${originalNames.map((name) => `f.${name}`).join(', ')}, coalesce(f.version, 1) AS version, f.created_at,
    f.uploaded_by, f.revision, f.thumbnail_state, f.thumbnail_hash, f.thumbnail_version, v.id AS visit_id,
    v.name AS visit_name, f.site_id, s.name AS site_name, f.client_id, cl.name AS client_name, ${fileCategoryColumn}`,
  order: { column: 'created_at', valueIn: ({ created_at }) => created_at, descending: true },
  sorts: {
    name: nameIn('f'),
    client_name: nameIn('cl'),
    site_name: nameIn('s'),
    visit_name: nameIn('v'),
    size: padded('f.size'),
    type: 'f.mime_type',
    completed_at: 'f.completed_at',
    expires_at: expiryIn('f'),
    created_at: 'f.created_at',
  },
  usual: '-created_at',
  days: ['completed_at', 'completed_at'],
  keepsTotal: true,
}

const opened = (row: StoredRow): FileRow => ({ ...row, categories: JSON.parse(row.categories) })

export const fileQueries = (db: ReadDb) => {
  const stored = nounQueries(db, fileList)
  // Without the plus SQLite would take the index that has the order, and read all files of the site.
  const oldestWith = (siteId: SiteId, hash: ContentHash, isPhoto: boolean, but = '') =>
    db.one<{ id: FileId; name: string }>(
      `SELECT id, name FROM files WHERE site_id = ? AND ${isPhoto ? 'original_hash' : 'hash'} = ? AND id <> ?
         AND hidden = 0 ORDER BY +created_at, id LIMIT 1`,
      siteId,
      hash,
      but,
    )
  return {
    list: (scope: Scope, query: FileListQuery, within: Within = {}): Page<FileRow> => {
      const page = stored.list(scope, query, within, query.category && inCategory(query.category))
      return { ...page, rows: page.rows.map(opened) }
    },
    one: (scope: Scope, id: FileId) => {
      const row = stored.one(scope, id)
      return row && opened(row)
    },
    /** How many files a team has, and their bytes together, without those in the trash. */
    held: (teamId: TeamId) =>
      db.one<{ count: number; bytes: number }>(
        'SELECT count(*) AS count, coalesce(sum(coalesce(stored_size, size + coalesce(original_size, 0))), 0) AS bytes FROM files WHERE team_id = ? AND hidden = 0',
        teamId,
      ) ?? { count: 0, bytes: 0 },
    /** How many files lie in a place, and how many versions they have, with the bytes of either. */
    sizesIn: (scope: Scope, within: Within) => {
      const { where, values } = shownOf(fileList)(scope, within)
      const none = { files: 0, bytes: 0, versions: 0, bytesOfVersions: 0 }
      return (
        db.one<typeof none>(
          `SELECT count(*) AS files, coalesce(sum(f.size), 0) AS bytes, coalesce(sum(coalesce(f.version, 1)), 0) AS versions,
             coalesce(sum(coalesce(f.stored_size, f.size)), 0) AS bytesOfVersions FROM ${fileList.from} WHERE ${where}`,
          ...values,
        ) ?? none
      )
    },
    /** The oldest other file on the site of a file with the same content. */
    sameAs: ({ id, site_id, hash }: Pick<FileRow, 'id' | 'site_id' | 'hash'>) =>
      oldestWith(site_id, hash, false, id) ?? null,
    /** The oldest shown file of a site whose content, or the photo that it was made of, is this. */
    withContent: (siteId: SiteId, hash: ContentHash, isPhoto: boolean) => oldestWith(siteId, hash, isPhoto)?.id,
    /** Whether any shown file has this category. */
    areIn: (id: CategoryId): boolean =>
      db.one('SELECT 1 FROM file_categories WHERE category_id = ? AND site_id IS NOT NULL LIMIT 1', id) !== undefined,
    /** Contents of the newest files of all teams, without those in the trash. It reads one index to its end. */
    newestContents: (limit: number) =>
      db.all<{ holder: TeamId; hash: ContentHash }>(
        `SELECT f.team_id AS holder, f.hash FROM files f JOIN (
           SELECT id FROM files WHERE hidden = 0 ORDER BY created_at DESC, id DESC LIMIT ? + 0
         ) newest ON newest.id = f.id`,
        limit,
      ),
    each: (scope: Scope, ids: readonly string[]) =>
      new Map([...stored.each(scope, ids)].map(([id, row]) => [id, opened(row)])),
  }
}
