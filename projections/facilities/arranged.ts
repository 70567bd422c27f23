import type { ReadDb, SqlValue } from '#projections/engine/read-db.ts'
import { all, type Condition, totalIn, type Within } from '#projections/engine/scoped.ts'
import { selectPage } from '#projections/engine/select-page.ts'
import type { Arrangement } from '#schemas/calls/arrangement.ts'
import type { Page, PageQuery } from '#schemas/calls/page.ts'
import type { ArrangedKind } from '#schemas/nouns.ts'
import type { Scope } from '#schemas/rights/scope.ts'
import type { Period } from '#schemas/time/expiry.ts'
import { inCategory } from './file-categories.ts'
import { shownOf, type Term } from './noun-list.ts'
import { nounLists } from './nouns.ts'
import { countIn, inIndex, keptBy, type OwnArrangement, pageByValue } from './own-order.ts'
import { scopeColumns } from './scope-columns.ts'

/** An arrangement with the days on which what it asks for expires, and with what own fields ask of it. */
type Dated = Omit<Arrangement, 'field'> & { expiring?: Period; own?: OwnArrangement }

const is = (column: string | undefined, value: SqlValue | undefined): Condition[] =>
  column === undefined || value === undefined ? [] : [{ where: `${column} = ?`, values: [value] }]

/** The conditions of a list besides the caller's scope and the place. */
const narrowedTo = ({ noun, alias, days }: (typeof nounLists)[ArrangedKind], arrangement: Dated): Condition[] => {
  const columns = scopeColumns(noun, alias)
  const { client, site, from, to, type, added_by, expiring } = arrangement
  const conditions = [...is('f.mime_type', type), ...is('f.uploaded_by', added_by)]
  conditions.push(...is(columns.client, client), ...is(columns.site, site))
  if (from && days) conditions.push({ where: `${alias}.${days[0]} >= ?`, values: [from] })
  if (to && days) conditions.push({ where: `${alias}.${days[1]} <= ?`, values: [to] })
  if (expiring?.from) conditions.push({ where: `${alias}.expires_at >= ?`, values: [expiring.from] })
  if (expiring?.to) conditions.push({ where: `${alias}.expires_at <= ?`, values: [expiring.to] })
  if (arrangement.files) conditions.push({ where: 's.file_count = 0', values: [] })
  for (const filter of arrangement.own?.filters ?? []) conditions.push(keptBy(`${alias}.id`, filter))
  const { category } = arrangement
  return category ? [...conditions, inCategory(category)] : conditions
}

type Sorted = { id: string; sort_value: string }

/** So few values are sorted sooner than the list is read in its order until a page is full. */
const fewValues = 2000

const countOf = (db: ReadDb, from: string, { where, values }: Condition): number =>
  db.one<{ total: number }>(`SELECT count(*) AS total FROM ${from} WHERE ${where}`, ...values)?.total ?? 0

type Selected = (scope: Scope) => Term

const termOf = (sort: string | Selected, scope: Scope): Term =>
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
    const list = nounLists[kind]
    const { from, alias, sorts, usual, order } = list
    const { filters, sort: ownSort } = query.own ?? { filters: [] }
    const sort: string = query.sort ?? usual
    const narrowed = narrowedTo(list, query)
    if (among)
      narrowed.push({ where: `${alias}.id IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(among)] })
    const shown = all([shownOf(list)(scope, within), ...narrowed])
    // What one field keeps of all that a team has, the index of values counts by itself.
    const [filter] = filters
    const indexed = filter && countIn(db, filter)
    const isOfTeam = list.keepsTotal && narrowed.length === filters.length && Object.keys(within).length === 0
    const whole = isOfTeam && filters.length < 2 ? totalIn(db, kind, scope).total : undefined
    const kept = filter && 'none' in filter ? (whole ?? 0) - (indexed ?? 0) : (indexed ?? whole)
    const total = whole === undefined ? {} : { total: kept ?? whole }
    if (total.total === 0) return { rows: [], total: 0, next: null }
    if (ownSort) {
      const counted = total.total ?? countOf(db, from, shown)
      return pageByValue(db, { from, column: `${alias}.id`, shown, sort: ownSort, total: counted }, query)
    }
    const descending = sort.startsWith('-')
    const sortKeyOf = ({ id, sort_value }: Sorted) => [sort_value, id] as const
    // Where a field keeps many, they are found in the order of the list; where it keeps few, they are sorted.
    if (filter && sort === usual && ('none' in filter || (indexed ?? 0) > fewValues)) {
      const by = `${alias}.${order.column}`
      const select = `${alias}.id AS id, ${by} AS sort_value`
      const listed = { select, from, ...shown, orderBy: [by, `${alias}.id`] as const, sortKeyOf, descending, ...total }
      return selectPage<Sorted>(db, listed, query)
    }
    const driving = filter && !('none' in filter) ? inIndex(filter) : undefined
    const source = driving ? `own_values w CROSS JOIN ${from}` : from
    const conditions = driving ? [driving, { where: `${alias}.id = w.record_id`, values: [] }, shown] : [shown]
    const { where, values } = all(conditions)
    const by = termOf((sorts as Record<string, string | Selected>)[sort.replace('-', '')] ?? '', scope)
    return selectPage<Sorted>(
      db,
      {
        select: 'id, sort_value',
        from: `(SELECT ${alias}.id AS id, ${by.sql} AS sort_value FROM ${source} WHERE ${where})`,
        where: 'true',
        values: [...by.values, ...values],
        orderBy: ['sort_value', 'id'],
        sortKeyOf,
        descending,
        ...total,
      },
      query,
    )
  },
})
export type ArrangedQueries = ReturnType<typeof arrangedQueries>
