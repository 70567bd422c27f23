import type { Part } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import { insert, update } from '#projections/engine/rows.ts'
import type { ContentHash, FileId, UserId } from '#schemas/ids.ts'
import type { FileType } from '#schemas/limits/upload-rules.ts'
import { bytesOf, contentColumns, type OriginalColumns, originalNames, originalTables } from './originals.ts'

const columns = `local_file_name, type, mime_type, hash, size, ${originalNames.join(', ')}`

/** Selects the upload of a file that has no other version. */
const onlyVersion = `SELECT 1 AS version, ${columns}, created_at, uploaded_by AS added_by, NULL AS brought_back
  FROM files WHERE id = ? AND version IS NULL`

/**
 * The versions of those files whose content was replaced; a file with its upload alone has no row here. The columns of
 * `files` are those of its newest version, with the bytes of all its contents together in `stored_size`.
 */
export const fileVersions: Part = {
  tables: `
    CREATE TABLE file_versions (
      file_id TEXT NOT NULL, version INTEGER NOT NULL, local_file_name TEXT NOT NULL, type TEXT NOT NULL,
      mime_type TEXT NOT NULL, hash TEXT NOT NULL, size INTEGER NOT NULL, created_at TEXT NOT NULL,
      added_by TEXT NOT NULL, brought_back INTEGER, ${originalTables}, PRIMARY KEY (file_id, version)
    ) STRICT, WITHOUT ROWID;
  `,
  handlers: {
    FileVersionAdded: (db, { data, metadata, revision }) => {
      const { fileId, version, broughtBack } = data
      db.run(
        `INSERT INTO file_versions (file_id, version, ${columns}, created_at, added_by, brought_back)
         SELECT ?, * FROM (${onlyVersion}) WHERE true ON CONFLICT DO NOTHING`,
        fileId,
        fileId,
      )
      const present = { version, ...contentColumns(data) }
      const added = { created_at: metadata.at, added_by: data.addedBy, brought_back: broughtBack }
      const isNew = insert(db, 'file_versions', { file_id: fileId, ...present, ...added })
      if (!isNew) return
      db.run(
        'UPDATE files SET stored_size = coalesce(stored_size, size + coalesce(original_size, 0)) + ? WHERE id = ?',
        broughtBack === null ? bytesOf(data) : 0,
        fileId,
      )
      update(db, 'files', fileId, {
        ...present,
        revision: String(revision),
        thumbnail_state: 'pending',
        thumbnail_hash: null,
        thumbnail_version: null,
      })
    },
  },
}

export type FileVersionRow = OriginalColumns & {
  version: number
  local_file_name: string
  type: string
  mime_type: FileType
  hash: ContentHash
  size: number
  created_at: string
  added_by: UserId
  /** The earlier version whose content it is. */
  brought_back: number | null
}

const selected = `SELECT version, ${columns}, created_at, added_by, brought_back FROM file_versions WHERE file_id = ?`

/** The versions of a file, which the caller has found in their scope. */
export const fileVersionQueries = (db: ReadDb) => ({
  /** All versions, newest first. */
  ofFile: (id: FileId) => db.all<FileVersionRow>(`${selected} UNION ALL ${onlyVersion} ORDER BY version DESC`, id, id),
  one: (id: FileId, version: number) =>
    db.one<FileVersionRow>(
      `SELECT * FROM (${selected} UNION ALL ${onlyVersion}) WHERE version = ? + 0`,
      id,
      id,
      version,
    ),
})
