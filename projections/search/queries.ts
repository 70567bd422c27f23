import type { Page, PageQuery } from '#schemas/page.ts'
import type { Scope } from '#schemas/scope.ts'
import type { ReadDb } from '../read-db.ts'
import { find, type Hit, type Narrowing } from './find.ts'
import type { ItemKind } from './items.ts'
import { wordsOf } from './words.ts'

/** A kind of thing that is searched in its own list. */
export type SearchedKind = Exclude<ItemKind, 'categories'>

export const searchQueries = (db: ReadDb) => ({
  /**
   * One page of what holds every word of a query, in the order of its list, or undefined where nothing is searched
   * for and the list itself is the answer. Throws BadCursor.
   */
  find: (
    scope: Scope,
    kind: SearchedKind,
    query: string,
    page: PageQuery,
    narrowing: Narrowing = {},
  ): Page<Hit> | undefined => {
    const words = wordsOf(query)
    return words.all.length === 0 ? undefined : find(db, { scope, kind, words, narrowing }, page)
  },
})
export type SearchQueries = ReturnType<typeof searchQueries>
