import { foldedWords } from '#projections/engine/fold.ts'
import type { ReadDb, SqlValue } from '#projections/engine/read-db.ts'
import { all, type Condition, scoped } from '#projections/engine/scoped.ts'
import { type ListQuery, selectPage } from '#projections/engine/select-page.ts'
import type { Page, PageQuery } from '#schemas/calls/page.ts'
import type { CommandId, TeamId, TrashId, UserId } from '#schemas/ids.ts'
import { nouns, type Resource, resources } from '#schemas/nouns.ts'
import type { TrashEntry, TrashRecord } from '#schemas/resources/trash.ts'
import type { Scope } from '#schemas/rights/scope.ts'
import { inEntry } from './contents.ts'
import { scopeColumns } from './scope-columns.ts'

export type TrashRow = {
  id: TrashId
  team_id: TeamId
  resource: Resource
  /** Null when one command has deleted several records. */
  record_id: string | null
  /** That of the whole, or of its first record. */
  name: string
  contents: TrashEntry['contents']
  deleted_at: string
  deleted_by: UserId | null
  expires_at: string
}
type StoredRow = Omit<TrashRow, 'contents'> & { contents: string; restored: 0 | 1 }

/** The visible part of the trash: the scope, the resources that the user may delete, and the present time for expiry. */
export type TrashSight = { scope: Scope; resources: readonly Resource[]; now: Date }

/** What narrows the trash; `from` and `before` are UTC instants, `act` is the command that deleted. */
export type TrashFilter = Partial<{
  search: string | undefined
  resource: Resource | undefined
  deleted_by: UserId | undefined
  from: string | undefined
  before: string | undefined
  act: CommandId | undefined
}>

const columns = `e.trash_id AS id, e.team_id, e.resource, e.record_id, e.name, e.contents, e.deleted_at, e.deleted_by,
  e.expires_at, e.restored`

/** That the entry `e` has records of a noun under a condition; those that went with them are not among them. */
const holds = (noun: Resource, condition = 'TRUE'): string =>
  `EXISTS (SELECT 1 FROM ${noun} t WHERE t.trash_id = e.trash_id AND ${condition})`

/** Conditions under which a record of the entry `e` is outside a scope; documents and categories never are (D-57). */
const outside = ({ clientId, siteIds }: Scope): { conditions: string[]; values: SqlValue[] } => {
  const beyond = (level: 'client' | 'site', condition: string) =>
    resources.flatMap((noun) => {
      const column = scopeColumns(noun, 't')[level]
      return column === undefined ? [] : [holds(noun, `${column} ${condition}`)]
    })
  const ofClient = clientId === null ? [] : beyond('client', '<> ?')
  const ofSites = siteIds === null ? [] : beyond('site', 'NOT IN (SELECT value FROM json_each(?))')
  return {
    conditions: [...ofClient, ...ofSites],
    values: [...ofClient.map(() => clientId), ...ofSites.map(() => JSON.stringify(siteIds))],
  }
}

const visible = ({ scope, resources: own, now }: TrashSight): Condition => {
  const { conditions, values } = outside(scope)
  const others = resources.filter((noun) => !own.includes(noun)).map((noun) => holds(noun))
  const first = 'e.team_id = ? AND e.expires_at > ? AND e.resource IN (SELECT value FROM json_each(?))'
  return {
    where: [first, ...conditions, ...others].join(' AND NOT '),
    values: [scope.teamId, now.toISOString(), JSON.stringify(own), ...values],
  }
}

/** That the entry `e`, or a record in it that the scope has, has a name with every word (D-41). */
const named = (scope: Scope, search: string): Condition[] => {
  const words = foldedWords(search)
  if (words.length === 0) return []
  const hasAll = (alias: string): Condition => ({
    where: words.map(() => `instr(${alias}.sort_name, ?) > 0`).join(' AND '),
    values: words,
  })
  const inNoun = (noun: Resource): Condition => {
    const { where, values } = all([scoped(scope, scopeColumns(noun, 't')), hasAll('t')])
    return { where: `EXISTS (SELECT 1 FROM ${noun} t WHERE ${inEntry(noun)} AND ${where})`, values }
  }
  const any = [hasAll('e'), ...resources.map(inNoun)]
  return [{ where: `(${any.map(({ where }) => where).join(' OR ')})`, values: any.flatMap(({ values }) => values) }]
}

const narrowing = (
  scope: Scope,
  { search = '', resource, deleted_by, from, before, act }: TrashFilter,
): Condition[] => [
  ...named(scope, search),
  ...(resource ? [{ where: holds(resource), values: [] }] : []),
  ...(deleted_by ? [{ where: 'e.deleted_by = ?', values: [deleted_by] }] : []),
  ...(from ? [{ where: 'e.deleted_at >= ?', values: [from] }] : []),
  ...(before ? [{ where: 'e.deleted_at < ?', values: [before] }] : []),
  ...(act ? [{ where: 'e.act = ?', values: [act] }] : []),
]

type RecordRow = TrashRecord & { sort_key: string }

/** The records of an entry that a scope has, of all nouns in their order, as a table. */
const recordsIn = (scope: Scope, entry: TrashId): Condition => {
  const ofNoun = (noun: Resource, place: number): Condition => {
    const { client, site } = scopeColumns(noun, 't')
    const within = scoped(scope, scopeColumns(noun, 't'))
    const siteName = nouns[noun].parent === 'sites' ? `(SELECT name FROM sites WHERE id = ${site})` : 'NULL'
    const clientName = nouns[noun].parent === null ? 'NULL' : `(SELECT name FROM clients WHERE id = ${client})`
    return {
      where: `SELECT '${noun}' AS resource, t.id, t.name, ${siteName} AS site_name, ${clientName} AS client_name,
          '${place}' || coalesce(t.sort_name, '') AS sort_key
        FROM entries e JOIN ${noun} t ON ${inEntry(noun)} WHERE e.trash_id = ? AND ${within.where}`,
      values: [entry, ...within.values],
    }
  }
  const each = resources.map(ofNoun)
  return {
    where: `(${each.map(({ where }) => where).join(' UNION ALL ')}) r`,
    values: each.flatMap(({ values }) => values),
  }
}

export const trashQueries = (db: ReadDb) => {
  const counted = (scope: Scope, id: TrashId): TrashRow['contents'] => {
    const { where, values } = recordsIn(scope, id)
    const sql = `SELECT resource, count(*) AS many FROM ${where} GROUP BY resource`
    const counts = db.all<{ resource: Resource; many: number }>(sql, ...values)
    return Object.fromEntries(counts.map(({ resource, many }) => [resource, many]))
  }
  /** What one command deleted together may be restored or purged one by one, so that it is counted when asked for. */
  const opened = ({ scope }: TrashSight, { restored, ...row }: StoredRow): TrashRow => ({
    ...row,
    contents: row.record_id === null && restored === 0 ? counted(scope, row.id) : JSON.parse(row.contents),
  })
  const one = (sight: TrashSight, condition: Condition): TrashRow | undefined => {
    const { where, values } = all([visible(sight), condition])
    const row = db.one<StoredRow>(`SELECT ${columns} FROM entries e WHERE ${where}`, ...values)
    return row && opened(sight, row)
  }

  return {
    list: (sight: TrashSight, page: PageQuery, filter: TrashFilter = {}): Page<TrashRow> => {
      const { where, values } = all([visible(sight), ...narrowing(sight.scope, filter)])
      const list: ListQuery<StoredRow> = {
        select: columns,
        from: 'entries e',
        where: `${where} AND e.restored = 0`,
        values,
        orderBy: ['e.deleted_at', 'e.trash_id'],
        sortKeyOf: ({ deleted_at, id }) => [deleted_at, id],
        descending: true,
      }
      const found = selectPage(db, list, page)
      return { ...found, rows: found.rows.map((row) => opened(sight, row)) }
    },
    /** How many entries `list` has. */
    count: (sight: TrashSight): number => {
      const { where, values } = visible(sight)
      const sql = `SELECT count(*) AS many FROM entries e WHERE ${where} AND e.restored = 0`
      return db.one<{ many: number }>(sql, ...values)?.many ?? 0
    },
    /** One entry, even if it was restored. */
    one: (sight: TrashSight, id: TrashId) => one(sight, { where: 'e.trash_id = ?', values: [id] }),
    /** The entry of what a command deleted, until it is restored. */
    ofCommand: (sight: TrashSight, id: CommandId) =>
      one(sight, { where: 'e.restored = 0 AND e.act = ?', values: [id] }),
    /** What is in an entry, with what went with its records. */
    contents: ({ scope }: TrashSight, id: TrashId, page: PageQuery): Page<RecordRow> => {
      const { where: from, values } = recordsIn(scope, id)
      const orderBy = ['r.sort_key', 'r.id'] as const
      const sortKeyOf = (row: RecordRow) => [row.sort_key, row.id] as const
      return selectPage(db, { select: 'r.*', from, where: 'TRUE', values, orderBy, sortKeyOf }, page)
    },
    /** The records that the command of an entry deleted, those that others lie in first. */
    records: (id: TrashId): { resource: Resource; id: string }[] =>
      resources.flatMap((resource) =>
        db
          .all<{ id: string }>(`SELECT id FROM ${resource} WHERE trash_id = ? ORDER BY id`, id)
          .map((row) => ({ resource, id: row.id })),
      ),
  }
}
