import { idsBelow } from '#api/services/files/search-categories.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { ownArrangement } from '#api/services/records/own-arrangement.ts'
import type { Within } from '#projections/engine/scoped.ts'
import { wordsOf } from '#projections/search/words.ts'
import { type Arrangement, type FileListQuery, isArranged } from '#schemas/calls/arrangement.ts'
import type { Page, PageQuery } from '#schemas/calls/page.ts'
import { uncategorised } from '#schemas/calls/sort-columns.ts'
import type { ArrangedKind } from '#schemas/nouns.ts'
import { isFieldNoun } from '#schemas/records/field-kinds.ts'
import type { Found } from '#schemas/resources/search.ts'
import type { Scope } from '#schemas/rights/scope.ts'
import { type Clock, dayOf } from '#schemas/time/dates.ts'
import { expiryDays } from '#schemas/time/expiry.ts'

/** A page of a list; `found` says where a search matched, by id. */
type FoundPage<Row> = Page<Row> & { found?: ReadonlyMap<string, Found> }

/** A row of the list of one noun. */
export type RowOf<Kind extends ArrangedKind> = ReturnType<ReadModels['records'][Kind]['list']>['rows'][number]

type Asked = {
  scope: Scope
  query: Arrangement & PageQuery
  /** The place that it is shown in; the whole team by default. */
  within?: Within
  /** The words of a search; blank: the whole list (D-41). */
  text?: string
}

type Rows<Row> = {
  list: (scope: Scope, query: FileListQuery, within: Within) => Page<Row>
  each: (scope: Scope, ids: readonly string[]) => ReadonlyMap<string, Row>
}

/**
 * The lists of records, by words, filters and order. Lists as they are come from their indices at once; the others are
 * read in threads, as ids: of words with an order or filters, the search answers which, and the list in what order.
 * The day of the clock decides whether a record has expired.
 */
export const listsOf = (records: ReadModels['records'], clock: Clock) => {
  const { arranged, categories, fields, search } = records
  const datedBy = (kind: ArrangedKind, { scope: { teamId } }: Asked, { field, ...query }: Arrangement & PageQuery) => ({
    ...query,
    ...(query.expires === undefined ? {} : { expiring: expiryDays(query.expires, dayOf(clock)) }),
    ...(isFieldNoun(kind) ? { own: ownArrangement(fields.of(teamId, kind), { field, sort: query.sort }) } : {}),
  })

  /** The scope of a search by place and category: a category includes those below it. */
  const narrowingOf = ({ scope: { teamId }, within, query: { category } }: Asked) =>
    category === undefined || category === uncategorised
      ? { ...within }
      : { ...within, categoryIds: idsBelow(categories.tree(teamId), category) }

  return {
    /** One page of the list of a noun. */
    page: async <Kind extends ArrangedKind>(kind: Kind, asked: Asked): Promise<FoundPage<RowOf<Kind>>> => {
      const { scope, within = {}, query, text = '' } = asked
      const { list, each } = records[kind] as unknown as Rows<RowOf<Kind>>
      const hasWords = text !== '' && wordsOf(text).all.length > 0
      const isOrdered = isArranged(query)
      if (!hasWords && !isOrdered) return list(scope, query as FileListQuery, within)
      const narrowing = narrowingOf(asked)
      const hits = isOrdered ? undefined : await search.find(scope, kind, text, query, narrowing)
      const among = isOrdered && hasWords ? await search.findAll(scope, kind, text, narrowing) : undefined
      const page = hits ?? (await arranged.page(kind, scope, within, datedBy(kind, asked, query), among))
      const ids = page.rows.map(({ id }) => id)
      const found = hits?.rows ?? (among ? await search.findIn(ids, text) : [])
      const known = each(scope, ids)
      return {
        ...page,
        rows: ids.flatMap((id) => known.get(id) ?? []),
        found: new Map(found.map((hit) => [hit.id, hit.found])),
      }
    },

    /** The ids that a list shows, all from one moment, at most `limit` of the query; `total` is their number. */
    ids: async <Kind extends ArrangedKind>(
      kind: Kind,
      asked: Asked,
    ): Promise<{ ids: RowOf<Kind>['id'][]; total: number }> => {
      const { scope, within = {}, query, text = '' } = asked
      const hasWords = wordsOf(text).all.length > 0
      const among = hasWords ? await search.findAll(scope, kind, text, narrowingOf(asked)) : undefined
      const { rows, total } = await arranged.page(kind, scope, within, datedBy(kind, asked, query), among)
      return { ids: rows.map(({ id }) => id as RowOf<Kind>['id']), total }
    },
  }
}
