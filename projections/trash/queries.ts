import type { Resource } from '#schemas/abilities.ts'
import type { ContentHash, TeamId, TrashId, UserId } from '#schemas/ids.ts'
import type { Page, PageQuery } from '#schemas/page.ts'
import type { TrashEntry } from '#schemas/resources/trash.ts'
import type { Scope } from '#schemas/scope.ts'
import type { ReadDb, SqlValue } from '../read-db.ts'
import { selectPage } from '../select-page.ts'
import { everythingBelow } from './things.ts'

export type TrashRow = {
  id: TrashId
  team_id: TeamId
  resource: Resource
  /** Null where several files were deleted in one go. */
  record_id: string | null
  /** Of the first one where there are several. */
  name: string
  contents: TrashEntry['contents']
  deleted_at: string
  deleted_by: UserId | null
  expires_at: string
}
type StoredRow = Omit<TrashRow, 'contents'> & { contents: string }

const columns = `e.trash_id AS id, e.team_id, e.resource, e.record_id, e.name, e.contents, e.deleted_at, e.deleted_by,
  e.expires_at`

const opened = (row: StoredRow): TrashRow => ({ ...row, contents: JSON.parse(row.contents) })

/** Conditions under which a thing `t` lies outside a scope; documents and categories never do (D-57). */
const outside = ({ clientId, siteIds }: Scope): { conditions: string[]; values: SqlValue[] } => {
  const client = `CASE t.resource WHEN 'clients' THEN t.id WHEN 'sites' THEN t.client_id
    ELSE (SELECT s.client_id FROM things s WHERE s.resource = 'sites' AND s.id = t.site_id) END`
  const site = "CASE t.resource WHEN 'sites' THEN t.id ELSE t.site_id END"
  return {
    conditions: [
      ...(clientId === null ? [] : [`${client} <> ?`]),
      ...(siteIds === null ? [] : [`${site} NOT IN (SELECT value FROM json_each(?))`]),
    ],
    values: [...(clientId === null ? [] : [clientId]), ...(siteIds === null ? [] : [JSON.stringify(siteIds)])],
  }
}

/** What somebody sees of the trash: their scope, the kinds of things that they may delete, and what has not expired. */
export type TrashSight = { scope: Scope; resources: readonly Resource[]; now: Date }

const seen = ({ scope, resources, now }: TrashSight): { where: string; values: SqlValue[] } => {
  const { conditions, values } = outside(scope)
  const own = `e.team_id = ? AND e.expires_at > ? AND e.resource IN (SELECT value FROM json_each(?))`
  const beyond = `EXISTS (SELECT 1 FROM things t WHERE t.trash_id = e.trash_id AND (${conditions.join(' OR ')}))`
  return {
    where: conditions.length === 0 ? own : `${own} AND NOT ${beyond}`,
    values: [scope.teamId, now.toISOString(), JSON.stringify(resources), ...values],
  }
}

export const trashQueries = (db: ReadDb) => ({
  list: (sight: TrashSight, page: PageQuery): Page<TrashRow> => {
    const { where, values } = seen(sight)
    const found = selectPage<StoredRow>(
      db,
      {
        select: columns,
        from: 'entries e',
        where: `${where} AND e.restored = 0`,
        values,
        orderBy: ['e.deleted_at', 'e.trash_id'],
        descending: true,
      },
      page,
    )
    return { ...found, rows: found.rows.map(opened) }
  },
  /** One entry, also where it was restored already. */
  one: (sight: TrashSight, id: TrashId): TrashRow | undefined => {
    const { where, values } = seen(sight)
    const row = db.one<StoredRow>(`SELECT ${columns} FROM entries e WHERE ${where} AND e.trash_id = ?`, ...values, id)
    return row && opened(row)
  },
})
export type TrashQueries = ReturnType<typeof trashQueries>

/** What is to be purged, for the workers. */
export type ExpiredEntry = Pick<TrashRow, 'id' | 'resource' | 'record_id'> & { team_id: TeamId }

export const expiredQueries = (db: ReadDb) => {
  /** Content that is only of things that these conditions find; `subjects` selects their resource and id. */
  const contentsOnlyOf = (subjects: string, values: SqlValue[]) =>
    db.all<{ hash: ContentHash }>(
      `WITH gone AS MATERIALIZED (${subjects})
       SELECT DISTINCT c.hash FROM gone g JOIN contents c ON c.resource = g.resource AND c.id = g.id
       WHERE NOT EXISTS (
         SELECT 1 FROM contents o WHERE o.team_id = c.team_id AND o.hash = c.hash
           AND (o.resource, o.id) NOT IN (SELECT resource, id FROM gone)
       )`,
      ...values,
    )
  return {
    /** Entries that expired before an instant, oldest first. */
    before: (instant: string) =>
      db.all<ExpiredEntry>(
        `SELECT trash_id AS id, team_id, resource, record_id FROM entries
         WHERE restored = 0 AND expires_at < ? ORDER BY expires_at`,
        instant,
      ),
    /** The things that came into the trash by an entry. */
    things: (id: TrashId) =>
      db.all<{ resource: Resource; id: string }>('SELECT resource, id FROM things WHERE trash_id = ?', id),
    /** Hashes of the content that nothing else has than what goes with an entry. */
    contents: ({ id, resource, record_id }: ExpiredEntry): ContentHash[] => {
      const below = record_id === null ? [] : everythingBelow(resource)
      const subjects = ['trash_id = ?', ...below].map((where) => `SELECT resource, id FROM things WHERE ${where}`)
      const values = [id, ...below.map(() => record_id)]
      return contentsOnlyOf(subjects.join(' UNION '), values).map(({ hash }) => hash)
    },
  }
}
export type ExpiredQueries = ReturnType<typeof expiredQueries>
