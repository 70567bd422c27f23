import type { ReadDb } from '#projections/engine/read-db.ts'
import type { CategoryId, TeamId } from '#schemas/ids.ts'
import type { Resource } from '#schemas/nouns.ts'
import type { TrashEntry } from '#schemas/resources/trash.ts'
import { inCategory } from './file-categories.ts'

const onSites = (table: 'visits' | 'files') =>
  `${table} t JOIN sites s ON s.id = t.site_id AND s.trash_id IS NULL WHERE t.client_id = ? AND t.trash_id IS NULL`

/** What a deleted client or site takes along: the active records in it. */
const below: Partial<Record<Resource, Partial<Record<Resource, string>>>> = {
  clients: {
    sites: 'sites WHERE client_id = ? AND trash_id IS NULL',
    visits: onSites('visits'),
    files: onSites('files'),
  },
  sites: {
    visits: 'visits WHERE site_id = ? AND trash_id IS NULL',
    files: 'files WHERE site_id = ? AND trash_id IS NULL',
  },
}

const countIn = (db: ReadDb, from: string, value: string): number =>
  db.one<{ many: number }>(`SELECT count(*) AS many FROM ${from}`, value)?.many ?? 0

/** The numbers of active records that are deleted with a record, by resource; `count` of its own resource. */
export const contentsOf = (db: ReadDb, resource: Resource, id: string, count = 1): TrashEntry['contents'] => {
  const counts = Object.entries(below[resource] ?? {}).map(([kind, from]) => [kind, countIn(db, from, id)] as const)
  return { [resource]: count, ...Object.fromEntries(counts.filter(([, many]) => many > 0)) }
}

/** What would be deleted with a record. */
export const contentsQueries = (db: ReadDb) => ({
  contentsOf: (resource: 'clients' | 'sites', id: string): TrashEntry['contents'] => contentsOf(db, resource, id),
  /** The number of active files with the category or one below it. */
  filesOfCategory: (teamId: TeamId, id: CategoryId): number => {
    const { sql, values } = inCategory(id)
    return (
      db.one<{ many: number }>(
        `SELECT count(*) AS many FROM files f WHERE f.team_id = ? AND f.hidden = 0 AND ${sql}`,
        teamId,
        ...values,
      )?.many ?? 0
    )
  },
})
export type ContentsQueries = ReturnType<typeof contentsQueries>
