import { counterTriggers } from '#projections/engine/counters.ts'
import { sortName } from '#projections/engine/fold.ts'
import type { Part } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import { type Columns, detailColumns, insert, update } from '#projections/engine/rows.ts'
import { totalTables } from '#projections/engine/scoped.ts'
import { type VisitDetails, visitDetails } from '#schemas/details/visit.ts'
import type { Recorded } from '#schemas/event.ts'
import type { VisitEvent } from '#schemas/events/visit.ts'
import type { ClientId, SiteId, VisitId } from '#schemas/ids.ts'
import { type NounList, nameIn, nounQueries, padded } from './noun-list.ts'
import { type WithValues, writeValues } from './own-values.ts'
import { placedOn, recompute } from './placement.ts'
import { inTrashIndex } from './trash.ts'

const detailsOf = ({ fields: _, ...data }: VisitDetails) => ({
  ...visitDetails.of(data),
  sort_name: sortName(data.name),
})

/** Every event of a visit increases its revision. */
const change = (db: ReadDb, { data, revision }: Recorded<VisitEvent>, columns: Columns) =>
  update(db, 'visits', data.visitId, { ...columns, revision: String(revision) })

const changeAncestry = (db: ReadDb, event: Recorded<VisitEvent>, columns: Columns) => {
  change(db, event, columns)
  recompute(db, 'visits', 'id', event.data.visitId)
}

/** Visits with the number of their files. The row of a deleted visit stays until it is purged (D-10). */
export const visits: Part = {
  tables: `
    CREATE TABLE visits (
      id TEXT PRIMARY KEY, team_id TEXT NOT NULL, site_id TEXT NOT NULL, client_id TEXT NOT NULL, name TEXT NOT NULL,
      started_at TEXT NOT NULL, ended_at TEXT NOT NULL, fields TEXT, revision TEXT NOT NULL,
      file_count INTEGER NOT NULL DEFAULT 0, trash_id TEXT, hidden INTEGER NOT NULL DEFAULT 0, sort_name TEXT
    ) STRICT, WITHOUT ROWID;
    ${totalTables('visits', 'hidden')}
    ${counterTriggers({ table: 'sites', column: 'visit_count', of: 'visits', by: 'site_id' })}
    CREATE INDEX visits_by_date ON visits (team_id, started_at, id) WHERE hidden = 0;
    CREATE INDEX visits_by_end ON visits (team_id, ended_at, started_at, client_id, site_id) WHERE hidden = 0;
    CREATE INDEX visits_by_client ON visits (client_id, started_at, id);
    CREATE INDEX visits_by_site ON visits (site_id, started_at, id);
    ${inTrashIndex('visits')}
  `,
  handlers: {
    VisitAdded: (db, { data, revision }) => {
      const added = insert(db, 'visits', {
        id: data.visitId,
        team_id: data.teamId,
        site_id: data.siteId,
        ...placedOn(db, data.siteId, data.clientId),
        ...detailsOf(data),
        revision: String(revision),
      })
      if (added) writeValues(db, 'visits', data.visitId, data.fields)
    },
    VisitUpdated: (db, event) => {
      change(db, event, detailsOf(event.data))
      writeValues(db, 'visits', event.data.visitId, event.data.fields)
    },
    // Its files move with it (D-04).
    VisitMoved: (db, event) => {
      const { visitId, siteId } = event.data
      changeAncestry(db, event, { site_id: siteId })
      db.run('UPDATE files SET site_id = ? WHERE visit_id = ?', siteId, visitId)
      recompute(db, 'files', 'visit_id', visitId)
    },
  },
}

export type VisitRow = WithValues<VisitDetails> & {
  id: VisitId
  site_id: SiteId
  site_name: string
  client_id: ClientId
  client_name: string
  file_count: number
  revision: string
}

export const visitList: NounList<'visits', VisitRow> = {
  noun: 'visits',
  alias: 'v',
  from: 'visits v JOIN sites s ON s.id = v.site_id JOIN clients c ON c.id = v.client_id',
  select: `v.id, ${detailColumns(visitDetails, 'v')}, v.site_id, s.name AS site_name, v.client_id,
    c.name AS client_name, v.file_count, v.revision`,
  order: { column: 'started_at', valueIn: ({ started_at }) => started_at, descending: true },
  sorts: {
    name: nameIn('v'),
    client_name: nameIn('c'),
    site_name: nameIn('s'),
    started_at: 'v.started_at',
    ended_at: 'v.ended_at',
    file_count: padded('v.file_count'),
  },
  usual: '-started_at',
  days: ['ended_at', 'started_at'],
  keepsTotal: true,
}

export const visitQueries = (db: ReadDb) => ({
  ...nounQueries(db, visitList),
  /** All shown visits of a site by name. */
  ofSite: (siteId: SiteId) =>
    db.all<{ id: VisitId; name: string; started_at: string }>(
      'SELECT id, name, started_at FROM visits WHERE site_id = ? AND hidden = 0 ORDER BY started_at, id',
      siteId,
    ),
})
