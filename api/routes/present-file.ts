import type { FileRow } from '#projections/files.ts'
import { showDate } from '#schemas/calendar-date.ts'
import { humanReadableSize } from '#schemas/file-size.ts'
import type { UserId } from '#schemas/ids.ts'
import type { SiteFile } from '#schemas/resources/files.ts'

/** A file as it is answered; `names` gives who uploaded it, null for a person who was erased. */
export const presentFile = (row: FileRow, names: ReadonlyMap<UserId, string | null>): SiteFile => ({
  id: row.id,
  name: row.name,
  local_file_name: row.local_file_name,
  file_path: `files/${row.id}`,
  size: row.size,
  type: row.type,
  mime_type: row.mime_type,
  human_readable_size: humanReadableSize(row.size),
  thumbnail_url: row.thumbnail_state === 'ready' ? `/file/${row.id}/thumbnail?v=${row.thumbnail_version}` : null,
  thumbnail_state: row.thumbnail_state,
  visit_id: row.visit_id,
  visit_name: row.visit_name,
  site_id: row.site_id,
  site: { id: row.site_id, name: row.site_name, client_id: row.client_id, client_name: row.client_name },
  categories: row.categories,
  completed_at: showDate(row.completed_on),
  created_at: row.created_at,
  created_by_user: { name: names.get(row.uploaded_by) ?? null },
  revision: row.revision,
})
