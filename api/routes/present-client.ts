import type { ClientRow } from '#projections/clients.ts'
import type { Client } from '#schemas/resources/clients.ts'

/** A client as it is answered; the address of its thumbnail is another one after each change. */
export const presentClient = (row: ClientRow): Client => ({
  id: row.id,
  name: row.name,
  thumbnail_path: row.thumbnail_hash === null ? null : `clients/${row.id}`,
  thumbnail_url: row.thumbnail_hash === null ? null : `/client/${row.id}/thumbnail?v=${row.thumbnail_version}`,
  thumbnail_state: row.thumbnail_state,
  site_count: row.site_count,
  revision: row.revision,
})
