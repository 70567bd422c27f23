import type { WithValues } from '#projections/facilities/own-values.ts'
import type { SiteRow } from '#projections/facilities/sites.ts'
import { noThumbnail } from '#projections/facilities/thumbnails.ts'
import type { SiteDetails } from '#schemas/details/site.ts'
import type { ClientId, SiteId } from '#schemas/ids.ts'
import type { Site } from '#schemas/resources/sites.ts'

/** Presents a site; the URL of its thumbnail changes with the thumbnail. */
export const presentSite = (row: SiteRow): Site => ({
  id: row.id,
  name: row.name,
  postcode: row.postcode,
  fields: row.fields,
  external_id: row.external_id,
  client_id: row.client_id,
  client_name: row.client_name,
  thumbnail_url: row.thumbnail_hash === null ? null : `/site/${row.id}/thumbnail?v=${row.thumbnail_version}`,
  thumbnail_state: row.thumbnail_state,
  visit_count: row.visit_count,
  file_count: row.file_count,
  revision: row.revision,
})

/** A site right after it was added, as its command wrote it. */
export const addedSite = (
  id: SiteId,
  details: WithValues<SiteDetails>,
  client: { client_id: ClientId; client_name: string },
): SiteRow => ({
  id,
  ...details,
  external_id: null,
  ...client,
  visit_count: 0,
  file_count: 0,
  revision: '0',
  ...noThumbnail,
})
