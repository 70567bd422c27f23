import type { ReadDb, SqlValue } from '#projections/engine/read-db.ts'
import { all, type Condition, scoped, totalIn, type Within } from '#projections/engine/scoped.ts'
import { type ListQuery, selectEach, selectOne, selectPage } from '#projections/engine/select-page.ts'
import type { PageQuery } from '#schemas/calls/page.ts'
import type { Sort, SortColumn } from '#schemas/calls/sort-columns.ts'
import type { ArrangedKind } from '#schemas/nouns.ts'
import type { Scope } from '#schemas/rights/scope.ts'
import { withValues } from './own-values.ts'
import { scopeColumns, shownIn } from './scope-columns.ts'

export type Term = { sql: string; values: readonly SqlValue[] }

/** The source of one noun's list. */
export type NounList<Kind extends ArrangedKind, Row> = {
  noun: Kind
  /** That of the noun's table in `from`. */
  alias: string
  from: string
  select: string | ((scope: Scope) => Term)
  /** The order that an index serves: a column of the table, and its value in a row. */
  order: { column: string; valueIn: (row: Row) => string; descending?: boolean }
  /** Texts by which rows are compared, for every other order. */
  sorts: { [Column in SortColumn<Kind>]: string | ((scope: Scope) => Term) }
  /** The order of the filtered list where none is asked for. */
  usual: Sort<Kind>
  /** The columns of its first and its last day, by which a period narrows it. */
  days?: readonly [string, string]
  /** Whether the number of a team's rows is kept (`totalTables`). */
  keepsTotal: boolean
}

/** A number from 0 on as a text that sorts like it. */
export const padded = (number: string): string => `printf('%015d', ${number})`
export const nameIn = (alias: string): string => `coalesce(${alias}.sort_name, '')`

/** Records without an expiry date come last. */
export const expiryIn = (alias: string): string => `coalesce(${alias}.expires_at, 'never')`

/** The condition for the rows of a list that are shown, by scope and place; what depends on neither is made once. */
export const shownOf = ({ noun, alias }: Pick<NounList<ArrangedKind, never>, 'noun' | 'alias'>) => {
  const columns = { ...scopeColumns(noun, alias), visit: `${alias}.visit_id` }
  const shown = shownIn(noun, alias)
  return (scope: Scope, within: Within): Condition => {
    // Who sees one client finds rows by it, as a list below that client does.
    const place = scope.clientId === null ? within : { clientId: scope.clientId, ...within }
    const { where, values } = scoped(scope, columns, place)
    return { where: `${where} AND ${shown}`, values }
  }
}

/** The queries of a noun's list, in the order that its index serves. */
export const nounQueries = <Kind extends ArrangedKind, Row extends { id: string }>(
  db: ReadDb,
  list: NounList<Kind, Row>,
) => {
  const { alias, from, select, order, noun, keepsTotal } = list
  const shownWithin = shownOf(list)
  const listed = (scope: Scope, within: Within = {}, narrower?: Condition): ListQuery<Row> => {
    const selected = typeof select === 'string' ? { sql: select, values: [] } : select(scope)
    const shown = shownWithin(scope, within)
    // The newest of a moment are not looked for among all that came after it.
    const until =
      order.column === 'created_at' && db.latest ? [{ where: `${alias}.created_at <= ?`, values: [db.latest()] }] : []
    return {
      select: selected.sql,
      selected: [...selected.values],
      from,
      ...all([shown, ...until, ...(narrower ? [narrower] : [])]),
      orderBy: [`${alias}.${order.column}`, `${alias}.id`],
      sortKeyOf: (row) => [order.valueIn(row), row.id],
      descending: order.descending ?? false,
    }
  }
  return {
    /** One page of the list within a place, and of what else narrows it; throws BadCursor. */
    list: (scope: Scope, page: PageQuery, within: Within = {}, narrower?: Condition) => {
      const isWhole = keepsTotal && Object.keys(within).length === 0 && !narrower
      const total = isWhole ? totalIn(db, noun, scope) : {}
      const found = selectPage(db, { ...listed(scope, within, narrower), ...total }, page)
      return { ...found, rows: withValues(db, noun, scope.teamId, found.rows) }
    },
    one: (scope: Scope, id: Row['id']): Row | undefined => {
      const found = selectOne(db, listed(scope), id)
      return found && withValues(db, noun, scope.teamId, [found])[0]
    },
    each: (scope: Scope, ids: readonly string[]) => {
      const found = selectEach(db, listed(scope), ids)
      withValues(db, noun, scope.teamId, [...found.values()])
      return found
    },
  }
}
