import { z } from 'zod'
import type { Page, PageQuery } from '#schemas/calls/page.ts'
import type { ReadDb, SqlValue } from './read-db.ts'

/** A list: its rows, its conditions, and its sort columns, the last of which is unique. */
export type ListQuery<Row> = {
  select: string
  /** Values of placeholders in `select`. */
  selected?: SqlValue[]
  from: string
  where: string
  values: readonly SqlValue[]
  orderBy: readonly [string, string]
  /** The sort values of a row. */
  sortKeyOf: (row: Row) => readonly [string, string]
  descending?: boolean
  /** The number of all rows, if it is known already. */
  total?: number
}

/** The sort values of the last row of a page. */
export const PageCursor = z.tuple([z.string(), z.string()])

/** The cursor of a request does not belong to this list. */
export class BadCursor extends Error {
  constructor() {
    super('The cursor is invalid.')
    this.name = 'BadCursor'
  }
}

/** The sort key of a row as a cursor that a request can carry. */
export const encodeCursor = (key: readonly string[]): string => Buffer.from(JSON.stringify(key)).toString('base64url')

/** The sort key that a cursor holds. Throws BadCursor. */
export const decodeCursor = <Key>(schema: z.ZodType<Key>, text: string): Key => {
  try {
    return schema.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
  } catch {
    throw new BadCursor()
  }
}

/**
 * One page of a list. A cursor holds the sort values of the last row instead of an offset, so that inserted or deleted
 * rows cause no repetition and no gap (D-08). Throws BadCursor.
 */
export const selectPage = <Row>(db: ReadDb, list: ListQuery<Row>, { limit, cursor }: PageQuery): Page<Row> => {
  const [first, second] = list.orderBy
  const direction = list.descending ? 'DESC' : 'ASC'
  const after = cursor === undefined ? [] : decodeCursor(PageCursor, cursor)
  const beyond = after.length === 0 ? '' : `AND (${first}, ${second}) ${list.descending ? '<' : '>'} (?, ?)`
  const found = db.all<Row>(
    `SELECT ${list.select} FROM ${list.from}
     WHERE ${list.where} ${beyond} ORDER BY ${first} ${direction}, ${second} ${direction} LIMIT ? + 0`,
    ...(list.selected ?? []),
    ...list.values,
    ...after,
    limit + 1,
  )
  const count = () =>
    db.one<{ total: number }>(`SELECT count(*) AS total FROM ${list.from} WHERE ${list.where}`, ...list.values)?.total
  // A first page without a second one holds all rows.
  const isWhole = cursor === undefined && found.length <= limit
  const total = list.total ?? (isWhole ? found.length : (count() ?? 0))
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  const next = found.length > limit && last ? encodeCursor(list.sortKeyOf(last)) : null
  return { rows, total, next }
}

/** What else is asked of rows that are found by their ids: with the sign no other index is taken for it. */
const besides = (where: string): string => `+(${where})`

/** The row of a list with this id, which is the list's last sort column. */
export const selectOne = <Row>(db: ReadDb, list: ListQuery<Row>, id: string): Row | undefined => {
  const { select, selected = [], from, where, values, orderBy } = list
  const found = `${besides(where)} AND ${orderBy[1]} = ?`
  return db.one<Row>(`SELECT ${select} FROM ${from} WHERE ${found}`, ...selected, ...values, id)
}

/** The rows of a list with these ids, by id: one query instead of one per id. */
export const selectEach = <Row extends { id: string }>(db: ReadDb, list: ListQuery<Row>, ids: readonly string[]) => {
  const { select, selected = [], from, where, values, orderBy } = list
  const wanted = '(SELECT value AS wanted_id FROM json_each(?))'
  const rows = db.all<Row>(
    `SELECT ${select} FROM ${wanted} CROSS JOIN ${from} WHERE ${besides(where)} AND ${orderBy[1]} = wanted_id`,
    ...selected,
    JSON.stringify(ids),
    ...values,
  )
  return new Map<string, Row>(rows.map((row) => [row.id, row]))
}
