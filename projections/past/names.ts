import type { ReadDb } from '#projections/engine/read-db.ts'
import { all, type Condition } from '#projections/engine/scoped.ts'
import { type ListQuery, selectPage } from '#projections/engine/select-page.ts'
import { shownOf } from '#projections/facilities/noun-list.ts'
import { nounLists } from '#projections/facilities/nouns.ts'
import { type Hit, rankSigns } from '#projections/search/find.ts'
import type { Narrowing } from '#projections/search/list-scope.ts'
import type { SearchQueries } from '#projections/search/queries.ts'
import { matchIn, type Words, wordsOf } from '#projections/search/words.ts'
import type { PageQuery } from '#schemas/calls/page.ts'
import { type ArrangedKind, arrangedKinds } from '#schemas/nouns.ts'
import type { Scope } from '#schemas/rights/scope.ts'

const categories = `coalesce((SELECT group_concat(c.sort_name, ' ') FROM file_categories fc
  JOIN categories c ON c.id = fc.category_id AND c.trash_id IS NULL WHERE fc.file_id = f.id), '')`

/** The names around a record, a line each, as a search of today has them: postcode, fields, categories, visit, site, client. */
const around: Record<ArrangedKind, readonly string[]> = {
  clients: [],
  sites: ["lower(coalesce(s.postcode, ''))", "''", "''", "''", "''", 'c.sort_name'],
  visits: ["''", "''", "''", "''", 's.sort_name', 'c.sort_name'],
  files: ["''", "''", categories, "coalesce(v.sort_name, '')", 's.sort_name', 'cl.sort_name'],
  documents: [],
}

const labelOf = (kind: ArrangedKind): string =>
  [`coalesce(${nounLists[kind].alias}.sort_name, '')`, ...around[kind]].join(` || char(10) || `)

type Row = { id: string; place: string; label: string }

/** Names and what is around them, of records as they stood: texts inside files are not among them. */
export const nameQueries = (db: ReadDb): SearchQueries => {
  /** Those that hold every word, the ones by their own name first, each in the order of its list. */
  const listOf = (kind: ArrangedKind, scope: Scope, narrowing: Narrowing, words: Words): ListQuery<Row> => {
    const list = nounLists[kind]
    const { alias, order } = list
    const { categoryIds, ...place } = narrowing
    const label = labelOf(kind)
    const holds = (text: string) => words.all.map(() => `instr(${text}, ?) > 0`).join(' AND ')
    const ofCategories: Condition[] = categoryIds
      ? [
          {
            where: `f.id IN (SELECT file_id FROM file_categories WHERE category_id IN (SELECT value FROM json_each(?)))`,
            values: [JSON.stringify(categoryIds)],
          },
        ]
      : []
    const shown = all([shownOf(list)(scope, place), ...ofCategories])
    const [first, others] = rankSigns(order.descending ?? false)
    // As in a search of today, what was recorded last is the newest.
    const recorded = `(SELECT printf('%020d', min(stood_from)) FROM ${kind}_states WHERE id = each.id)`
    const by = order.column === 'created_at' ? recorded : 'listed'
    // The limit keeps SQLite from making each label anew for every word.
    const each = `(SELECT ${alias}.id AS id, coalesce(${alias}.sort_name, '') AS own, ${alias}.${order.column} AS listed,
      ${label} AS label FROM ${list.from} WHERE ${shown.where} LIMIT -1) each`
    return {
      select: 'id, place, label',
      from: `(SELECT id, label, iif(${holds('own')}, '${first}', '${others}') || ${by} AS place FROM ${each} WHERE ${holds('label')})`,
      where: 'true',
      values: [...words.all, ...shown.values, ...words.all],
      orderBy: ['place', 'id'],
      sortKeyOf: ({ place, id }) => [place, id],
      descending: order.descending ?? false,
    }
  }
  const hitOf = ({ id, label }: Omit<Row, 'place'>, words: Words): Hit => ({
    id,
    found: { in: matchIn(label, words).in, excerpt: null },
  })
  const found = (kind: ArrangedKind, scope: Scope, words: Words, page: PageQuery, narrowing: Narrowing = {}) => {
    const { rows, ...rest } = selectPage(db, listOf(kind, scope, narrowing, words), page)
    return { ...rest, rows: rows.map((row) => hitOf(row, words)) }
  }
  return {
    find: (scope, kind, query, page, narrowing) => {
      const words = wordsOf(query)
      return words.all.length === 0 ? undefined : found(kind, scope, words, page, narrowing)
    },
    findAll: (scope, kind, query, narrowing = {}) => {
      const words = wordsOf(query)
      if (words.all.length === 0) return undefined
      const { select, from, values } = listOf(kind, scope, narrowing, words)
      return db.all<Row>(`SELECT ${select} FROM ${from}`, ...values).map(({ id }) => id)
    },
    findIn: (ids, query) =>
      arrangedKinds.flatMap((kind) => {
        const { alias, from } = nounLists[kind]
        const chosen = `${alias}.id IN (SELECT value FROM json_each(?))`
        const rows = db.all<Row>(
          `SELECT ${alias}.id AS id, ${labelOf(kind)} AS label FROM ${from} WHERE ${chosen}`,
          JSON.stringify(ids),
        )
        return rows.map((row) => hitOf(row, wordsOf(query)))
      }),
    findEach: (scope, kinds, query, limit) =>
      kinds.map((kind) => ({ kind, ...found(kind, scope, wordsOf(query), { limit }) })),
  }
}
