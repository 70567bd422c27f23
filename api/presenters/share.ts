import type { ShareRow } from '#projections/facilities/shares.ts'
import type { ShareLink } from '#schemas/resources/shares.ts'

/** Presents a share link; `maker` is null for an erased person, and `isPaused` while they may not share its record. */
export const presentShare = (row: ShareRow, maker: string | null, isPaused: boolean): ShareLink => ({
  id: row.id,
  kind: row.kind,
  record_id: row.record_id,
  name: row.name,
  site: { id: row.site_id, name: row.site_name, client_name: row.client_name },
  locked: row.password === 1,
  max_openings: row.max_openings,
  openings: row.openings,
  downloads: row.downloads,
  last_opened_at: row.last_opened_at,
  expires_at: row.expires_at,
  state: stateOf(row, isPaused),
  created_at: row.created_at,
  created_by_user: { name: maker },
  revision: row.revision,
})

const stateOf = ({ max_openings, openings }: ShareRow, isPaused: boolean): ShareLink['state'] => {
  if (max_openings !== null && openings >= max_openings) return 'used-up'
  return isPaused ? 'paused' : 'open'
}
