import type { ReadDb } from '#projections/engine/read-db.ts'
import { decodeCursor, encodeCursor, type ListQuery, PageCursor, selectPage } from '#projections/engine/select-page.ts'
import type { Page, PageQuery } from '#schemas/calls/page.ts'
import { conditionsOf, type HistoryFilter, type HistoryReader } from './conditions.ts'

/** Entries that one request searches for a text: a text that is rare would make it read the whole history. */
export const searchedAtOnce = 50_000

type List<Row> = Omit<ListQuery<Row>, 'where' | 'values'>
type Question = { reader: HistoryReader; filter: HistoryFilter; page: PageQuery; atOnce: number }
type Edge = { position: string; command_id: string }

/** The last entry that is searched from a cursor on; undefined if the history ends before it. */
const edgeOf = (db: ReadDb, { reader, filter, page, atOnce }: Question): Edge | undefined => {
  const { where, values } = conditionsOf(reader, { ...filter, text: undefined })
  const [after] = page.cursor === undefined ? [] : decodeCursor(PageCursor, page.cursor)
  return db.one<Edge>(
    `SELECT e.position, e.command_id FROM entries e WHERE ${where} ${after === undefined ? '' : 'AND e.position < ?'}
     ORDER BY e.position DESC LIMIT 1 OFFSET ? + 0`,
    ...values,
    ...(after === undefined ? [] : [after]),
    atOnce - 1,
  )
}

/**
 * A page of the entries that contain a text. So many are searched at once; the next page goes on with the others, also
 * where this one has no rows. The number of all is then that of the newest, and a lower bound. Throws BadCursor.
 */
export const selectContaining = <Row>(db: ReadDb, list: List<Row>, question: Question): Page<Row> => {
  const { reader, filter, page } = question
  const { where, values } = conditionsOf(reader, filter)
  const edge = edgeOf(db, question)
  const within = edge
    ? { where: `${where} AND e.position >= ?`, values: [...values, edge.position] }
    : { where, values }
  const newest = page.cursor !== undefined && selectContaining(db, list, { ...question, page: { limit: 1 } })
  const found = selectPage<Row>(db, { ...list, ...within, ...(newest ? { total: newest.total } : {}) }, page)
  const isAtLeast = newest ? newest.isAtLeast : edge && true
  return {
    ...found,
    ...(isAtLeast ? { isAtLeast } : {}),
    next: found.next ?? (edge ? encodeCursor([edge.position, edge.command_id]) : null),
  }
}
