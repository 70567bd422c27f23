import type { ReadDb, SqlValue } from '#projections/engine/read-db.ts'
import { scoped } from '#projections/engine/scoped.ts'
import { type ListQuery, selectEach, selectOne, selectPage } from '#projections/engine/select-page.ts'
import { totalIn } from '#projections/engine/totals.ts'
import type { PageQuery } from '#schemas/calls/page.ts'
import type { Sort, SortColumn } from '#schemas/calls/sort-columns.ts'
import type { ClientId, SiteId, VisitId } from '#schemas/ids.ts'
import type { ArrangedKind } from '#schemas/nouns.ts'
import type { Scope } from '#schemas/rights/scope.ts'
import { scopeColumns, shownIn } from './scope-columns.ts'

export type Term = { sql: string; values: readonly SqlValue[] }

/** Where a list is shown: all of the team, or what lies in one record. */
export type Within = { clientId?: ClientId; siteId?: SiteId; visitId?: VisitId }

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

export const is = (column: string | undefined, value: SqlValue | undefined): Term[] =>
  column === undefined || value === undefined ? [] : [{ sql: `${column} = ?`, values: [value] }]

/** The conditions for the rows of a list that are shown, by scope and place; what depends on neither is made once. */
export const shownOf = ({ noun, alias }: Pick<NounList<ArrangedKind, never>, 'noun' | 'alias'>) => {
  const columns = scopeColumns(noun, alias)
  const shown: Term = { sql: shownIn(noun, alias), values: [] }
  return (scope: Scope, { clientId, siteId, visitId }: Within): Term[] => {
    const inScope = scoped(scope, columns)
    return [
      { sql: inScope.where, values: inScope.values },
      shown,
      ...is(columns.client, clientId),
      ...is(columns.site, siteId),
      ...is(`${alias}.visit_id`, visitId),
    ]
  }
}

/** The queries of a noun's list, in the order that its index serves. */
export const nounQueries = <Kind extends ArrangedKind, Row extends { id: string }>(
  db: ReadDb,
  list: NounList<Kind, Row>,
) => {
  const { alias, from, select, order, noun, keepsTotal } = list
  const shownWithin = shownOf(list)
  const listed = (scope: Scope, within: Within = {}, further: readonly Term[] = []): ListQuery<Row> => {
    const selected = typeof select === 'string' ? { sql: select, values: [] } : select(scope)
    const terms = [...shownWithin(scope, within), ...further]
    return {
      select: selected.sql,
      selected: [...selected.values],
      from,
      where: terms.map(({ sql }) => sql).join(' AND '),
      values: terms.flatMap(({ values }) => values),
      orderBy: [`${alias}.${order.column}`, `${alias}.id`],
      sortKeyOf: (row) => [order.valueIn(row), row.id],
      descending: order.descending ?? false,
    }
  }
  return {
    /** One page of the list within a place; throws BadCursor. */
    list: (scope: Scope, page: PageQuery, within: Within = {}, further: readonly Term[] = []) => {
      const isWhole = keepsTotal && Object.keys(within).length === 0 && further.length === 0
      const total = isWhole ? totalIn(db, noun, scope) : {}
      return selectPage(db, { ...listed(scope, within, further), ...total }, page)
    },
    one: (scope: Scope, id: Row['id']) => selectOne(db, listed(scope), id),
    each: (scope: Scope, ids: readonly string[]) => selectEach(db, listed(scope), ids),
  }
}
