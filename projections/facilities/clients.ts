import { sortName } from '#projections/engine/fold.ts'
import type { Part } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import { type Columns, detailColumns, insert, update } from '#projections/engine/rows.ts'
import { totalTables } from '#projections/engine/scoped.ts'
import { type ClientDetails, clientDetails } from '#schemas/details/client.ts'
import type { Recorded } from '#schemas/event.ts'
import type { ClientEvent } from '#schemas/events/client.ts'
import type { ClientId } from '#schemas/ids.ts'
import type { Scope } from '#schemas/rights/scope.ts'
import { type NounList, nameIn, nounQueries, padded, type Term } from './noun-list.ts'
import { type WithValues, writeValues } from './own-values.ts'
import { awaited, removed, type ThumbnailRow, thumbnailColumns } from './thumbnails.ts'
import { inTrashIndex } from './trash.ts'

const detailsOf = ({ fields: _, ...data }: ClientDetails) => ({
  ...clientDetails.of(data),
  sort_name: sortName(data.name),
})

/** Every event of a client increases its revision. */
const change = (db: ReadDb, { data, revision }: Recorded<ClientEvent>, columns: Columns) =>
  update(db, 'clients', data.clientId, { ...columns, revision: String(revision) })

/** Clients with the number of their sites. The row of a deleted client stays until it is purged (D-10). */
export const clients: Part = {
  tables: `
    CREATE TABLE clients (
      id TEXT PRIMARY KEY, team_id TEXT NOT NULL, name TEXT NOT NULL, sort_name TEXT NOT NULL, fields TEXT,
      external_id TEXT, revision TEXT NOT NULL, site_count INTEGER NOT NULL DEFAULT 0, trash_id TEXT, ${thumbnailColumns}
    ) STRICT, WITHOUT ROWID;
    ${totalTables('clients', 'trash_id')}
    CREATE INDEX clients_by_name ON clients (team_id, sort_name, id) WHERE trash_id IS NULL;
    ${inTrashIndex('clients')}
  `,
  handlers: {
    ClientAdded: (db, { data, revision }) => {
      const added = insert(db, 'clients', {
        id: data.clientId,
        team_id: data.teamId,
        ...detailsOf(data),
        external_id: data.external_id ?? null,
        revision: String(revision),
      })
      if (added) writeValues(db, 'clients', data.clientId, data.fields)
    },
    ClientRenamed: (db, event) => {
      change(db, event, detailsOf(event.data))
      writeValues(db, 'clients', event.data.clientId, event.data.fields)
    },
    ClientExternalIdSet: (db, event) => change(db, event, { external_id: event.data.external_id }),
    ClientThumbnailSet: (db, event) => change(db, event, awaited(event.data.content.hash)),
    ClientThumbnailRemoved: (db, event) => change(db, event, removed),
  },
}

export type ClientRow = WithValues<ClientDetails> &
  ThumbnailRow & { id: ClientId; external_id: string | null; site_count: number; revision: string }

/** How many sites of a client its reader sees; a member with a scope of sites sees those within it. */
const siteCount = ({ siteIds }: Scope): Term =>
  siteIds === null
    ? { sql: 'clients.site_count', values: [] }
    : {
        sql: `(
          SELECT count(*) FROM sites s
          WHERE s.client_id = clients.id AND s.trash_id IS NULL AND s.id IN (SELECT value FROM json_each(?))
        )`,
        values: [JSON.stringify(siteIds)],
      }

const columns = `id, ${detailColumns(clientDetails, 'clients')}, external_id, revision,
  thumbnail_state, thumbnail_hash, thumbnail_version`

export const clientList: NounList<'clients', ClientRow> = {
  noun: 'clients',
  alias: 'clients',
  from: 'clients',
  select: (scope) => {
    const { sql, values } = siteCount(scope)
    return { sql: `${columns}, ${sql} AS site_count`, values }
  },
  order: { column: 'sort_name', valueIn: ({ name }) => sortName(name) },
  sorts: {
    name: nameIn('clients'),
    site_count: (scope) => {
      const { sql, values } = siteCount(scope)
      return { sql: padded(sql), values }
    },
  },
  usual: 'name',
  keepsTotal: true,
}

export const clientQueries = (db: ReadDb) => nounQueries(db, clientList)
