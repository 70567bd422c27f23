import type { ReadDb, SqlValue } from '#projections/engine/read-db.ts'
import { all, type Condition, type Within } from '#projections/engine/scoped.ts'
import { selectPage } from '#projections/engine/select-page.ts'
import type { Arrangement } from '#schemas/calls/arrangement.ts'
import type { Page, PageQuery } from '#schemas/calls/page.ts'
import type { ArrangedKind } from '#schemas/nouns.ts'
import type { Scope } from '#schemas/rights/scope.ts'
import type { Period } from '#schemas/time/expiry.ts'
import { inCategory } from './file-categories.ts'
import { shownOf, type Term } from './noun-list.ts'
import { nounLists } from './nouns.ts'
import { scopeColumns } from './scope-columns.ts'

/** An arrangement with the days on which what it asks for expires. */
type Dated = Arrangement & { expiring?: Period }

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
    const { from, alias, sorts, usual } = list
    const sort: string = query.sort ?? usual
    const by = termOf((sorts as Record<string, string | Selected>)[sort.replace('-', '')] ?? '', scope)
    const { where, values } = all([
      shownOf(list)(scope, within),
      ...narrowedTo(list, query),
      ...(among ? [{ where: `${alias}.id IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(among)] }] : []),
    ])
    return selectPage<{ id: string; sort_value: string }>(
      db,
      {
        select: 'id, sort_value',
        from: `(SELECT ${alias}.id AS id, ${by.sql} AS sort_value FROM ${from} WHERE ${where})`,
        where: 'true',
        values: [...by.values, ...values],
        orderBy: ['sort_value', 'id'],
        sortKeyOf: ({ id, sort_value }) => [sort_value, id],
        descending: sort.startsWith('-'),
      },
      query,
    )
  },
})
export type ArrangedQueries = ReturnType<typeof arrangedQueries>
