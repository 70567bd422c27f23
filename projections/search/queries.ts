import type { ReadDb } from '#projections/engine/read-db.ts'
import type { Page, PageQuery } from '#schemas/calls/page.ts'
import type { ArrangedKind } from '#schemas/nouns.ts'
import type { Scope } from '#schemas/rights/scope.ts'
import { find, findAll, findIn, type Hit } from './find.ts'
import type { Narrowing } from './list-scope.ts'
import { wordsOf } from './words.ts'

export const searchQueries = (db: ReadDb) => ({
  /**
   * One page of the items that contain every word of a query; undefined if the query is blank, so that the whole list
   * is the answer. Throws BadCursor.
   */
  find: (
    scope: Scope,
    kind: ArrangedKind,
    query: string,
    page: PageQuery,
    narrowing: Narrowing = {},
  ): Page<Hit> | undefined => {
    const words = wordsOf(query)
    return words.all.length === 0 ? undefined : find(db, { scope, kind, narrowing }, words, page)
  },
  /** The ids of all items that contain every word of a query, in no order; undefined if it is blank. */
  findAll: (scope: Scope, kind: ArrangedKind, query: string, narrowing: Narrowing = {}): string[] | undefined => {
    const words = wordsOf(query)
    return words.all.length === 0 ? undefined : findAll(db, { scope, kind, narrowing }, words)
  },
  /** Where items that were found contain the words of a query. */
  findIn: (ids: readonly string[], query: string): Hit[] => findIn(db, ids, wordsOf(query)),
  /** The first hits that contain every word of a query, for each of several lists. */
  findEach: (scope: Scope, kinds: readonly ArrangedKind[], query: string, limit: number) => {
    const words = wordsOf(query)
    return kinds.map((kind) => ({ kind, ...find(db, { scope, kind, narrowing: {} }, words, { limit }) }))
  },
})
export type SearchQueries = ReturnType<typeof searchQueries>
