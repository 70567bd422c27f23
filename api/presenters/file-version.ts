import type { FileVersionRow } from '#projections/facilities/file-versions.ts'
import type { UserId } from '#schemas/ids.ts'
import type { FileVersion } from '#schemas/resources/file-versions.ts'
import { humanReadableSize } from '#schemas/text/file-size.ts'
import { presentOriginal } from './original.ts'

/** Presents a version of a file whose newest version is `current`; `names` maps who added it to a name. */
export const presentFileVersion = (
  row: FileVersionRow,
  current: number,
  names: ReadonlyMap<UserId, string | null>,
): FileVersion => ({
  version: row.version,
  is_current: row.version === current,
  local_file_name: row.local_file_name,
  size: row.size,
  human_readable_size: humanReadableSize(row.size),
  type: row.type,
  mime_type: row.mime_type,
  original: presentOriginal(row),
  sha256: row.hash,
  created_at: row.created_at,
  created_by_user: { name: names.get(row.added_by) ?? null },
  brought_back: row.brought_back,
})
