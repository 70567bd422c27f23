import type { SiteRow } from '#projections/sites.ts'
import type { Site } from '#schemas/resources/sites.ts'

/** A site as it is answered; the address of its thumbnail is another one after each change. */
export const presentSite = ({ thumbnail_hash, thumbnail_version, ...row }: SiteRow): Site => ({
  ...row,
  thumbnail_url: thumbnail_hash === null ? null : `/site/${row.id}/thumbnail?v=${thumbnail_version}`,
})
