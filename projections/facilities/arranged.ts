import type { ReadDb, SqlValue } from '#projections/engine/read-db.ts'
import { type ScopedColumns, scoped } from '#projections/engine/scoped.ts'
import { selectPage } from '#projections/engine/select-page.ts'
import type { Arrangement } from '#schemas/calls/arrangement.ts'
import type { Page, PageQuery } from '#schemas/calls/page.ts'
import type { Sort, SortColumn } from '#schemas/calls/sort-columns.ts'
import type { ArrangedKind } from '#schemas/nouns.ts'
import type { Scope } from '#schemas/rights/scope.ts'
import type { expiryDays } from '#schemas/time/expiry.ts'
import { siteCount } from './clients.ts'
import { inCategory } from './file-categories.ts'

type Term = { sql: string; values: readonly SqlValue[] }

/** What a list of one kind is read from: `sorts` are texts by which its rows are compared. */
type Listed<Kind extends ArrangedKind> = {
  from: string
  /** The table of the records in `from`. */
  of: string
  columns: ScopedColumns
  shown: string
  sorts: { [Column in SortColumn<Kind>]: string | ((scope: Scope) => Term) }
  /** The order of the list where none is asked for. */
  usual: Sort<Kind>
}

/** A number from 0 on as a text that sorts like it. */
const padded = (number: string): string => `printf('%015d', ${number})`
const nameOf = (table: string): string => `coalesce(${table}.sort_name, '')`

/** What does not expire comes after all that does. */
const expiry = (table: string): string => `coalesce(${table}.expires_at, 'never')`

const lists: { [Kind in ArrangedKind]: Listed<Kind> } = {
  clients: {
    from: 'clients',
    of: 'clients',
    columns: { team: 'clients.team_id', client: 'clients.id' },
    shown: 'clients.trash_id IS NULL',
    sorts: {
      name: nameOf('clients'),
      site_count: (scope) => {
        const { sql, values } = siteCount(scope)
        return { sql: padded(sql), values }
      },
    },
    usual: 'name',
  },
  sites: {
    from: 'sites s JOIN clients c ON c.id = s.client_id',
    of: 's',
    columns: { team: 's.team_id', client: 's.client_id', site: 's.id' },
    shown: 's.hidden = 0',
    sorts: {
      name: nameOf('s'),
      postcode: "coalesce(s.postcode, '')",
      client_name: nameOf('c'),
      visit_count: padded('s.visit_count'),
      file_count: padded('s.file_count'),
    },
    usual: 'name',
  },
  visits: {
    from: 'visits v JOIN sites s ON s.id = v.site_id JOIN clients c ON c.id = v.client_id',
    of: 'v',
    columns: { team: 'v.team_id', client: 'v.client_id', site: 'v.site_id' },
    shown: 'v.hidden = 0',
    sorts: {
      name: nameOf('v'),
      client_name: nameOf('c'),
      site_name: nameOf('s'),
      started_at: 'v.started_at',
      ended_at: 'v.ended_at',
      file_count: padded('v.file_count'),
    },
    usual: '-started_at',
  },
  files: {
    from: `files f JOIN sites s ON s.id = f.site_id JOIN clients c ON c.id = f.client_id
      LEFT JOIN visits v ON v.id = f.visit_id AND v.trash_id IS NULL`,
    of: 'f',
    columns: { team: 'f.team_id', client: 'f.client_id', site: 'f.site_id' },
    shown: 'f.hidden = 0',
    sorts: {
      name: nameOf('f'),
      client_name: nameOf('c'),
      site_name: nameOf('s'),
      visit_name: nameOf('v'),
      size: padded('f.size'),
      type: 'f.mime_type',
      completed_at: 'f.completed_at',
      expires_at: expiry('f'),
      created_at: 'f.created_at',
    },
    usual: '-created_at',
  },
  documents: {
    from: 'documents d',
    of: 'd',
    columns: { team: 'd.team_id' },
    shown: 'd.trash_id IS NULL',
    sorts: {
      name: nameOf('d'),
      size: padded('d.size'),
      completed_at: 'd.completed_at || d.created_at',
      expires_at: expiry('d'),
    },
    usual: '-completed_at',
  },
}

/** Where a list is shown: all of the team, or what lies in one record. */
export type Within = { clientId?: string; siteId?: string; visitId?: string }

/** An arrangement with the days on which what it asks for expires. */
type Dated = Arrangement & { expiring?: ReturnType<typeof expiryDays> }

const is = (column: string, value: SqlValue | undefined): Term[] =>
  value === undefined ? [] : [{ sql: `${column} = ?`, values: [value] }]

/** The conditions of a list besides the caller's scope. */
const narrowedTo = (kind: ArrangedKind, { clientId, siteId, visitId }: Within, arrangement: Dated): Term[] => {
  const { of, columns } = lists[kind]
  const { client, site, from, to, type, added_by, expiring } = arrangement
  const terms = [...is('f.mime_type', type), ...is('f.uploaded_by', added_by), ...is('f.visit_id', visitId)]
  if (columns.client) terms.push(...is(columns.client, clientId), ...is(columns.client, client))
  if (columns.site) terms.push(...is(columns.site, siteId), ...is(columns.site, site))
  const [first, last] = kind === 'visits' ? ['ended_at', 'started_at'] : ['completed_at', 'completed_at']
  if (from) terms.push({ sql: `${of}.${first} >= ?`, values: [from] })
  if (to) terms.push({ sql: `${of}.${last} <= ?`, values: [to] })
  if (expiring?.from) terms.push({ sql: `${of}.expires_at >= ?`, values: [expiring.from] })
  if (expiring) terms.push({ sql: `${of}.expires_at <= ?`, values: [expiring.to] })
  if (arrangement.files) terms.push({ sql: 's.file_count = 0', values: [] })
  const { category } = arrangement
  return category ? [...terms, inCategory(category)] : terms
}

const termOf = (sort: string | ((scope: Scope) => Term), scope: Scope): Term =>
  typeof sort === 'function' ? sort(scope) : { sql: sort, values: [] }

/**
 * Lists in an order, or narrowed by filters, that no index serves: they look at every row of the scope, and so run in a
 * thread (slow-queries.ts). They answer ids; rows are read by them.
 */
export const arrangedQueries = (db: ReadDb) => ({
  /** One page; `among` are the only ids that may be in it, such as those of a search. Throws BadCursor. */
  page: (
    kind: ArrangedKind,
    scope: Scope,
    within: Within,
    query: Dated & PageQuery,
    among?: readonly string[],
  ): Page<{ id: string }> => {
    const { from, of, columns, shown, sorts, usual } = lists[kind]
    const sort = query.sort ?? usual
    const by = termOf(
      (sorts as Record<string, Listed<ArrangedKind>['sorts']['name']>)[sort.replace('-', '')] ?? '',
      scope,
    )
    const inScope = scoped(scope, columns)
    const terms: Term[] = [
      { sql: inScope.where, values: inScope.values },
      { sql: shown, values: [] },
      ...narrowedTo(kind, within, query),
      ...(among ? [{ sql: `${of}.id IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(among)] }] : []),
    ]
    const where = terms.map(({ sql }) => sql).join(' AND ')
    return selectPage<{ id: string; sort_value: string }>(
      db,
      {
        select: 'id, sort_value',
        from: `(SELECT ${of}.id AS id, ${by.sql} AS sort_value FROM ${from} WHERE ${where})`,
        where: 'true',
        values: [...by.values, ...terms.flatMap(({ values }) => values)],
        orderBy: ['sort_value', 'id'],
        sortKeyOf: ({ id, sort_value }) => [sort_value, id],
        descending: sort.startsWith('-'),
      },
      query,
    )
  },
})
export type ArrangedQueries = ReturnType<typeof arrangedQueries>
