import type { RecordedFile } from '#api/services/files/store-file.ts'
import { uploadedColumns } from '#api/services/files/stored-content.ts'
import type { UploadTarget } from '#api/services/files/upload-target.ts'
import type { FileRow } from '#projections/facilities/files.ts'
import type { UserId } from '#schemas/ids.ts'
import type { SiteFile } from '#schemas/resources/files.ts'
import { humanReadableSize } from '#schemas/text/file-size.ts'
import { showDate } from '#schemas/time/dates.ts'
import { presentOriginal } from './original.ts'

/** Presents a file; `names` maps the uploader to a name, null for an erased person. */
export const presentFile = (row: FileRow, names: ReadonlyMap<UserId, string | null>): SiteFile => ({
  id: row.id,
  name: row.name,
  local_file_name: row.local_file_name,
  file_path: `files/${row.id}`,
  size: row.size,
  sha256: row.hash,
  type: row.type,
  mime_type: row.mime_type,
  original: presentOriginal(row),
  human_readable_size: humanReadableSize(row.size),
  version: row.version,
  thumbnail_url: row.thumbnail_state === 'ready' ? `/file/${row.id}/thumbnail?v=${row.thumbnail_version}` : null,
  thumbnail_state: row.thumbnail_state,
  visit_id: row.visit_id,
  visit_name: row.visit_name,
  site_id: row.site_id,
  site: { id: row.site_id, name: row.site_name, client_id: row.client_id, client_name: row.client_name },
  categories: row.categories,
  completed_at: showDate(row.completed_at),
  expires_at: row.expires_at && showDate(row.expires_at),
  created_at: row.created_at,
  created_by_user: { name: names.get(row.uploaded_by) ?? null },
  revision: row.revision,
})

/** A file right after its upload, as its command wrote it. */
export const addedFile = (uploaded: RecordedFile, at: string, { site, visit, categories }: UploadTarget): FileRow => ({
  id: uploaded.fileId,
  ...uploadedColumns(uploaded, at),
  version: 1,
  uploaded_by: uploaded.uploadedBy,
  thumbnail_state: 'pending',
  thumbnail_hash: null,
  thumbnail_version: null,
  visit_id: uploaded.visitId,
  visit_name: visit?.name ?? null,
  site_id: site.id,
  site_name: site.name,
  client_id: site.client_id,
  client_name: site.client_name,
  categories,
})
