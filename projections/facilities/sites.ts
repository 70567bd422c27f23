import { counterTriggers } from '#projections/engine/counters.ts'
import { sortName } from '#projections/engine/fold.ts'
import type { Part } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import { type Columns, detailColumns, insert, update } from '#projections/engine/rows.ts'
import { totalIn, totalTables } from '#projections/engine/scoped.ts'
import { type SiteDetails, siteDetails } from '#schemas/details/site.ts'
import type { Recorded } from '#schemas/event.ts'
import type { SiteEvent } from '#schemas/events/site.ts'
import type { ClientId, SiteId, TeamId } from '#schemas/ids.ts'
import { wholeTeam } from '#schemas/rights/scope.ts'
import { type NounList, nameIn, nounQueries, padded } from './noun-list.ts'
import { type WithValues, writeValues } from './own-values.ts'
import { recomputeBelow, recomputeSites } from './placement.ts'
import { awaited, removed, type ThumbnailRow, thumbnailColumns } from './thumbnails.ts'
import { inTrashIndex } from './trash.ts'

const detailsOf = ({ fields: _, ...data }: SiteDetails) => ({ ...siteDetails.of(data), sort_name: sortName(data.name) })

/** Every event of a site increases its revision. */
const change = (db: ReadDb, { data, revision }: Recorded<SiteEvent>, columns: Columns) =>
  update(db, 'sites', data.siteId, { ...columns, revision: String(revision) })

/** Updates columns that decide the visibility of a site, and recomputes the records on it. */
const changeAncestry = (db: ReadDb, event: Recorded<SiteEvent>, columns: Columns) => {
  change(db, event, columns)
  recomputeSites(db, 'id', event.data.siteId)
  recomputeBelow(db, 'site_id', event.data.siteId)
}

/**
 * Sites with the number of their visits and files. The row of a deleted site stays until it, or its client, is purged
 * (D-10).
 */
export const sites: Part = {
  tables: `
    CREATE TABLE sites (
      id TEXT PRIMARY KEY, team_id TEXT NOT NULL, client_id TEXT NOT NULL, name TEXT NOT NULL, sort_name TEXT NOT NULL,
      postcode TEXT, fields TEXT, external_id TEXT, revision TEXT NOT NULL,
      visit_count INTEGER NOT NULL DEFAULT 0, file_count INTEGER NOT NULL DEFAULT 0,
      trash_id TEXT, hidden INTEGER NOT NULL DEFAULT 0, ${thumbnailColumns}
    ) STRICT, WITHOUT ROWID;
    ${totalTables('sites', 'hidden')}
    ${counterTriggers({ table: 'clients', column: 'site_count', of: 'sites', by: 'client_id' })}
    CREATE INDEX sites_by_name ON sites (team_id, sort_name, id) WHERE hidden = 0;
    CREATE INDEX sites_by_client ON sites (client_id, sort_name, id);
    CREATE INDEX sites_without_files ON sites (team_id, client_id, id) WHERE hidden = 0 AND file_count = 0;
    ${inTrashIndex('sites')}
  `,
  handlers: {
    SiteAdded: (db, { data, revision }) => {
      const { siteId, teamId, clientId } = data
      const client = db.one<{ hidden: 0 | 1 }>(
        'SELECT trash_id IS NOT NULL AS hidden FROM clients WHERE id = ?',
        clientId,
      )
      const added = insert(db, 'sites', {
        id: siteId,
        team_id: teamId,
        client_id: clientId,
        ...detailsOf(data),
        external_id: data.external_id ?? null,
        revision: String(revision),
        hidden: client?.hidden ?? 1,
      })
      if (added) writeValues(db, 'sites', siteId, data.fields)
    },
    SiteUpdated: (db, event) => {
      change(db, event, detailsOf(event.data))
      writeValues(db, 'sites', event.data.siteId, event.data.fields)
    },
    SiteExternalIdSet: (db, event) => change(db, event, { external_id: event.data.external_id }),
    SiteMoved: (db, event) => changeAncestry(db, event, { client_id: event.data.clientId }),
    SiteThumbnailSet: (db, event) => change(db, event, awaited(event.data.content.hash)),
    SiteThumbnailRemoved: (db, event) => change(db, event, removed),
  },
}

export type SiteRow = WithValues<SiteDetails> &
  ThumbnailRow & {
    id: SiteId
    external_id: string | null
    client_id: ClientId
    client_name: string
    visit_count: number
    file_count: number
    revision: string
  }

export const siteList: NounList<'sites', SiteRow> = {
  noun: 'sites',
  alias: 's',
  from: 'sites s JOIN clients c ON c.id = s.client_id',
  select: `s.id, ${detailColumns(siteDetails, 's')}, s.external_id, s.client_id, c.name AS client_name,
    s.visit_count, s.file_count, s.revision,
    s.thumbnail_state, s.thumbnail_hash, s.thumbnail_version`,
  order: { column: 'sort_name', valueIn: ({ name }) => sortName(name) },
  sorts: {
    name: nameIn('s'),
    postcode: "coalesce(s.postcode, '')",
    client_name: nameIn('c'),
    visit_count: padded('s.visit_count'),
    file_count: padded('s.file_count'),
  },
  usual: 'name',
  keepsTotal: true,
}

export const siteQueries = (db: ReadDb) => ({
  ...nounQueries(db, siteList),
  /** The number of sites of a team. */
  count: (teamId: TeamId): number => totalIn(db, 'sites', wholeTeam(teamId)).total ?? 0,
  /** Active sites of a client, and those that were deleted only with it. */
  idsOfClient: (clientId: ClientId): SiteId[] =>
    db
      .all<{ id: SiteId }>('SELECT id FROM sites WHERE client_id = ? AND trash_id IS NULL ORDER BY id', clientId)
      .map(({ id }) => id),
})
export type SiteQueries = ReturnType<typeof siteQueries>
