import { sortName } from '#projections/engine/fold.ts'
import type { Part } from '#projections/engine/projection.ts'
import type { ReadDb, SqlValue } from '#projections/engine/read-db.ts'
import { type Columns, detailColumns, insert, update } from '#projections/engine/rows.ts'
import { scoped } from '#projections/engine/scoped.ts'
import { type ListQuery, selectEach, selectOne, selectPage } from '#projections/engine/select-page.ts'
import { totalIn, totalTables } from '#projections/engine/totals.ts'
import type { PageQuery } from '#schemas/calls/page.ts'
import { type ClientDetails, clientDetails } from '#schemas/details/client.ts'
import type { Recorded } from '#schemas/event.ts'
import type { ClientEvent } from '#schemas/events/client.ts'
import type { ClientId, TrashId } from '#schemas/ids.ts'
import type { Scope } from '#schemas/rights/scope.ts'
import { purgeBelow, recomputeBelow, recomputeSites } from './placement.ts'
import { awaited, removed, type ThumbnailRow, thumbnailColumns } from './thumbnails.ts'
import { enter, inTrashIndex, leave, purge } from './trash.ts'

const detailsOf = (data: ClientDetails) => ({ ...clientDetails.of(data), sort_name: sortName(data.name) })

/** Every event of a client increases its revision. */
const change = (db: ReadDb, { data, revision }: Recorded<ClientEvent>, columns: Columns) =>
  update(db, 'clients', data.clientId, { ...columns, revision: String(revision) })

const mark = (db: ReadDb, event: Recorded<ClientEvent>, trash_id: TrashId | null) => {
  change(db, event, { trash_id })
  recomputeSites(db, 'client_id', event.data.clientId)
  recomputeBelow(db, 'client_id', event.data.clientId)
}

/** Clients with the number of their sites. The row of a deleted client stays until it is purged (D-10). */
export const clients: Part = {
  tables: `
    CREATE TABLE clients (
      id TEXT PRIMARY KEY, team_id TEXT NOT NULL, name TEXT NOT NULL, sort_name TEXT NOT NULL, external_id TEXT,
      revision TEXT NOT NULL, site_count INTEGER NOT NULL DEFAULT 0, trash_id TEXT, ${thumbnailColumns}
    ) STRICT, WITHOUT ROWID;
    ${totalTables('clients', 'trash_id')}
    CREATE INDEX clients_by_name ON clients (team_id, sort_name, id) WHERE trash_id IS NULL;
    ${inTrashIndex('clients')}
  `,
  handlers: {
    ClientAdded: (db, { data, revision }) =>
      insert(db, 'clients', {
        id: data.clientId,
        team_id: data.teamId,
        ...detailsOf(data),
        external_id: data.external_id ?? null,
        revision: String(revision),
      }),
    ClientRenamed: (db, event) => change(db, event, detailsOf(event.data)),
    ClientExternalIdSet: (db, event) => change(db, event, { external_id: event.data.external_id }),
    ClientThumbnailSet: (db, event) => change(db, event, awaited(event.data.content.hash)),
    ClientThumbnailRemoved: (db, event) => change(db, event, removed),
    ClientDeleted: (db, event) => {
      enter(db, event, 'clients', event.data.clientId)
      mark(db, event, event.data.trashId)
    },
    ClientRestored: (db, event) => {
      mark(db, event, null)
      leave(db, event, 'clients')
    },
    ClientPurged: (db, { data }) => {
      purgeBelow(db, 'client_id', data.clientId)
      purge(db, 'sites', 'client_id', data.clientId)
      purge(db, 'clients', 'id', data.clientId)
    },
  },
}

export type ClientRow = ClientDetails &
  ThumbnailRow & { id: ClientId; external_id: string | null; site_count: number; revision: string }

const columns = `id, ${detailColumns(clientDetails, 'clients')}, external_id, revision,
  thumbnail_state, thumbnail_hash, thumbnail_version`

/** How many sites of a client its reader sees; a member with a scope of sites sees those within it. */
export const siteCount = ({ siteIds }: Scope): { sql: string; values: SqlValue[] } =>
  siteIds === null
    ? { sql: 'clients.site_count', values: [] }
    : {
        sql: `(
          SELECT count(*) FROM sites s
          WHERE s.client_id = clients.id AND s.trash_id IS NULL AND s.id IN (SELECT value FROM json_each(?))
        )`,
        values: [JSON.stringify(siteIds)],
      }

/** The condition for the visible clients: active ones within the scope. */
const live = (scope: Scope) => {
  const { where, values } = scoped(scope, { team: 'team_id', client: 'id' })
  return { where: `${where} AND trash_id IS NULL`, values }
}

const listed = (scope: Scope): ListQuery<ClientRow> => {
  const counted = siteCount(scope)
  return {
    select: `${columns}, ${counted.sql} AS site_count`,
    selected: counted.values,
    from: 'clients',
    ...live(scope),
    orderBy: ['sort_name', 'id'],
    sortKeyOf: ({ name, id }) => [sortName(name), id],
  }
}

export const clientQueries = (db: ReadDb) => ({
  list: (scope: Scope, page: PageQuery) => selectPage(db, { ...listed(scope), ...totalIn(db, 'clients', scope) }, page),
  one: (scope: Scope, id: ClientId) => selectOne(db, listed(scope), id),
  each: (scope: Scope, ids: readonly string[]) => selectEach(db, listed(scope), ids),
})
export type ClientQueries = ReturnType<typeof clientQueries>
