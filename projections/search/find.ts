import { z } from 'zod'
import type { ReadDb } from '#projections/engine/read-db.ts'
import { decodeCursor, encodeCursor } from '#projections/engine/select-page.ts'
import type { Page, PageQuery } from '#schemas/calls/page.ts'
import type { Found } from '#schemas/resources/search.ts'
import { numberKey } from './items.ts'
import type { ListScope } from './list-scope.ts'
import { type After, type ItemRow, isDescending, isNewestFirst, type Source } from './reading.ts'
import { maxCounted, sourcesIn } from './sources.ts'
import { excerptOf } from './texts.ts'
import { matchIn, type Words } from './words.ts'

/** A search hit: the id of a record and where it matched. */
export type Hit = { id: string; found: Found }

/** The sign of the rank and the place in its order, and the id, after which a page continues. */
export const SearchCursor = z.tuple([z.string().regex(/^[01]/), z.string()])

/** The signs of the ranks, which sort as the list does. */
export const rankSigns = (descending: boolean): [own: string, others: string] => (descending ? ['1', '0'] : ['0', '1'])

const newestFirst = (one: ItemRow, other: ItemRow): number => other.n - one.n

/** Where an item contains the words. */
const foundAt = (db: ReadDb, { n, label }: Pick<ItemRow, 'n' | 'label'>, words: Words): Found => {
  const { in: part, inText } = matchIn(label, words)
  return { in: part, excerpt: inText === undefined ? null : excerptOf(db, n, inText) }
}

/** More rows than any list has. */
const everything = 1_000_000_000

/** The ids of all items that contain every word, in no order: for a list with another order, or with filters. */
export const findAll = (db: ReadDb, listScope: ListScope, words: Words): string[] => {
  const { byName, around, byText } = sourcesIn(db, listScope, words, everything) ?? {}
  return [byName, around, byText].flatMap((source) => source?.(undefined, everything).map(({ id }) => id) ?? [])
}

/** Where items, by id, contain the words. */
export const findIn = (db: ReadDb, ids: readonly string[], words: Words): Hit[] =>
  db
    .all<Pick<ItemRow, 'n' | 'id' | 'label'>>(
      `SELECT i.n, i.id, i.label FROM json_each(?) each CROSS JOIN items i ON i.id = each.value
       WHERE i.label IS NOT NULL`,
      JSON.stringify(ids),
    )
    .map((item) => ({ id: item.id, found: foundAt(db, item, words) }))

/** The first rows of a rank in list order; a rank with several sources is sorted newest first. */
const firstOf = (rank: readonly Source[], after: After | undefined, limit: number): ItemRow[] => {
  const [rows = [], ...others] = rank.map((source) => source(after, limit))
  return others.length === 0 ? rows : [rows, ...others].flat().toSorted(newestFirst).slice(0, limit)
}

/** The place of an item in the order of its list, the same at any moment: its position where the newest is first. */
const placeOf = (listScope: ListScope, { sort_key, position }: ItemRow): string =>
  isNewestFirst(listScope) ? String(position).padStart(20, '0') : sort_key

/** Where a page continues now that begins after a place, which may be one of another moment. */
const afterOf = (db: ReadDb, listScope: ListScope, place: string, id: string): After | undefined => {
  if (!isNewestFirst(listScope)) return { sortKey: place, id }
  const next = 'SELECT n FROM items WHERE position >= ? ORDER BY position, n LIMIT 1'
  const n = db.one<{ n: number }>(next, place)?.n
  return n === undefined ? undefined : { sortKey: numberKey(n), id: '' }
}

/**
 * One page of the items that contain every word: first those that match by their own name, then those that match by
 * their other fields, ancestry or text, each in list order (D-109). Throws BadCursor.
 */
export const find = (db: ReadDb, listScope: ListScope, words: Words, { limit, cursor }: PageQuery): Page<Hit> => {
  const [after = '', id = ''] = cursor === undefined ? [] : decodeCursor(SearchCursor, cursor)
  const sources = sourcesIn(db, listScope, words, limit)
  if (!sources) return { rows: [], total: 0, next: null }
  const { byName, around, byText } = sources
  const [own, others] = rankSigns(isDescending(listScope))
  const ranks = new Map([
    [own, [byName]],
    [others, byText ? [around, byText] : [around]],
  ])

  const found: { sign: string; row: ItemRow }[] = []
  for (const [sign, ofRank] of ranks) {
    const isPassed = sign === own && after.startsWith(others)
    if (isPassed || found.length > limit) continue
    const from = after.startsWith(sign) ? afterOf(db, listScope, after.slice(1), id) : undefined
    found.push(...firstOf(ofRank, from, limit + 1 - found.length).map((row) => ({ sign, row })))
  }
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  const next =
    found.length > limit && last ? encodeCursor([last.sign + placeOf(listScope, last.row), last.row.id]) : null
  const rows = shown.map(({ row }) => ({ id: row.id, found: foundAt(db, row, words) }))
  // If there is only one page, its rows are the total.
  if (cursor === undefined && next === null) return { rows, total: rows.length, next }
  const total = sources.total()
  return total > maxCounted ? { rows, total: maxCounted, isAtLeast: true, next } : { rows, total, next }
}
