import type { SiteRow } from '#projections/sites.ts'
import type { Site } from '#schemas/resources/sites.ts'

/** A site as it is answered; the address of its thumbnail is another one after each change. */
export const presentSite = (row: SiteRow): Site => ({
  id: row.id,
  name: row.name,
  postcode: row.postcode,
  client_id: row.client_id,
  client_name: row.client_name,
  thumbnail_url: row.thumbnail_hash === null ? null : `/site/${row.id}/thumbnail?v=${row.thumbnail_version}`,
  thumbnail_state: row.thumbnail_state,
  visit_count: row.visit_count,
  file_count: row.file_count,
  revision: row.revision,
})
