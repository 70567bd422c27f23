import type { ClientRow } from '#projections/facilities/clients.ts'
import type { WithValues } from '#projections/facilities/own-values.ts'
import { noThumbnail } from '#projections/facilities/thumbnails.ts'
import type { ClientDetails } from '#schemas/details/client.ts'
import type { ClientId } from '#schemas/ids.ts'
import type { Client } from '#schemas/resources/clients.ts'

/** Presents a client; the URL of its thumbnail changes with the thumbnail. */
export const presentClient = (row: ClientRow): Client => ({
  id: row.id,
  name: row.name,
  fields: row.fields,
  external_id: row.external_id,
  thumbnail_path: row.thumbnail_hash === null ? null : `clients/${row.id}`,
  thumbnail_url: row.thumbnail_hash === null ? null : `/client/${row.id}/thumbnail?v=${row.thumbnail_version}`,
  thumbnail_state: row.thumbnail_state,
  site_count: row.site_count,
  revision: row.revision,
})

/** A client right after it was added, as its command wrote it. */
export const addedClient = (id: ClientId, details: WithValues<ClientDetails>): ClientRow => ({
  id,
  ...details,
  external_id: null,
  site_count: 0,
  revision: '0',
  ...noThumbnail,
})
