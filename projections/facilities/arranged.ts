import type { ReadDb, SqlValue } from '#projections/engine/read-db.ts'
import { all, type Condition, totalIn, type Within } from '#projections/engine/scoped.ts'
import { selectPage } from '#projections/engine/select-page.ts'
import type { Arrangement } from '#schemas/calls/arrangement.ts'
import type { Page, PageQuery } from '#schemas/calls/page.ts'
import type { ArrangedKind } from '#schemas/nouns.ts'
import { type Scope, wholeTeam } from '#schemas/rights/scope.ts'
import type { Period } from '#schemas/time/expiry.ts'
import { inCategory } from './file-categories.ts'
import { shownOf, type Term } from './noun-list.ts'
import { nounLists } from './nouns.ts'
import { countWith, keptBy, keptIds, type OwnArrangement, pageByValue } from './own-order.ts'
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
  const { category } = arrangement
  return category ? [...conditions, inCategory(category)] : conditions
}

type Sorted = { id: string; sort_value: string }

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
    const unfiltered = all([shownOf(list)(scope, within), ...narrowed])
    const ids = keptIds(filters)
    const kept = ids && countOf(db, `(${ids.sql})`, { where: 'true', values: ids.values })
    const isOfTeam = list.keepsTotal && narrowed.length === 0 && Object.keys(within).length === 0
    const whole = isOfTeam ? totalIn(db, kind, scope).total : undefined
    const [filter] = filters
    // What fields keep of all that a team has, the index of values counts by itself.
    const without = (all: number) => (filters.length > 1 ? undefined : all - (filter ? countWith(db, filter) : 0))
    const left = whole === undefined ? undefined : (kept ?? without(whole))
    const total = left === undefined ? {} : { total: left }
    if (total.total === 0) return { rows: [], total: 0, next: null }
    const shown = all([unfiltered, ...filters.map((each) => keptBy(`${alias}.id`, each))])
    if (ownSort) {
      const counted = total.total ?? countOf(db, from, shown)
      return pageByValue(db, { from, column: `${alias}.id`, shown, sort: ownSort, total: counted }, query)
    }
    const descending = sort.startsWith('-')
    const sortKeyOf = ({ id, sort_value }: Sorted) => [sort_value, id] as const
    // Many are found sooner in the order of the list, until a page is full; few are sorted sooner.
    const areMany = (many: number) => many ** 2 > query.limit * (totalIn(db, kind, wholeTeam(scope.teamId)).total ?? 0)
    if (filter && sort === usual && (kept === undefined || areMany(kept))) {
      const by = `${alias}.${order.column}`
      const select = `${alias}.id AS id, ${by} AS sort_value`
      const listed = { select, from, ...shown, orderBy: [by, `${alias}.id`] as const, sortKeyOf, descending, ...total }
      return selectPage<Sorted>(db, listed, query)
    }
    const source = ids ? `(${ids.sql}) w CROSS JOIN ${from}` : from
    const { where, values } = ids ? all([{ where: `${alias}.id = w.id`, values: ids.values }, unfiltered]) : shown
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
