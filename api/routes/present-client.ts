import type { ClientRow } from '#projections/clients.ts'
import type { Client } from '#schemas/resources/clients.ts'

/** A client as it is answered; the address of its thumbnail is another one after each change. */
export const presentClient = ({ thumbnail_hash, thumbnail_version, ...row }: ClientRow): Client => ({
  ...row,
  thumbnail_path: thumbnail_hash === null ? null : `clients/${row.id}`,
  thumbnail_url: thumbnail_hash === null ? null : `/client/${row.id}/thumbnail?v=${thumbnail_version}`,
})
