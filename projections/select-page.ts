import { z } from 'zod'
import type { Page, PageQuery } from '#schemas/page.ts'
import type { ReadDb, SqlValue } from './read-db.ts'

/** A list: its rows, what narrows it, and the columns that order it, the last of them unique. */
export type ListQuery = {
  select: string
  /** Values of placeholders in `select`. */
  selected?: SqlValue[]
  from: string
  where: string
  values: SqlValue[]
  orderBy: readonly [string, string]
  descending?: boolean
  /** How many rows there are in all, where that is known already. */
  total?: number
}

const Cursor = z.tuple([z.string(), z.string()])

/** The cursor of a request is not one that this list gave out. */
export class BadCursor extends Error {
  constructor() {
    super('The cursor is invalid.')
    this.name = 'BadCursor'
  }
}

const encode = (cursor: z.infer<typeof Cursor>): string => Buffer.from(JSON.stringify(cursor)).toString('base64url')

const decode = (text: string): z.infer<typeof Cursor> => {
  try {
    return Cursor.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
  } catch {
    throw new BadCursor()
  }
}

/**
 * One page of a list, continued after the last row's place and not after a count,
 * so that rows which come or go meanwhile are neither repeated nor skipped (D-08). Throws BadCursor.
 */
export const selectPage = <Row>(db: ReadDb, list: ListQuery, { limit, cursor }: PageQuery): Page<Row> => {
  const [first, second] = list.orderBy
  const direction = list.descending ? 'DESC' : 'ASC'
  const after = cursor === undefined ? [] : decode(cursor)
  const beyond = after.length === 0 ? '' : `AND (${first}, ${second}) ${list.descending ? '<' : '>'} (?, ?)`
  const found = db.all<Row & { place_1: string; place_2: string }>(
    `SELECT ${list.select}, ${first} AS place_1, ${second} AS place_2 FROM ${list.from}
     WHERE ${list.where} ${beyond} ORDER BY ${first} ${direction}, ${second} ${direction} LIMIT ?`,
    ...(list.selected ?? []),
    ...list.values,
    ...after,
    limit + 1,
  )
  const count = () =>
    db.one<{ total: number }>(`SELECT count(*) AS total FROM ${list.from} WHERE ${list.where}`, ...list.values)?.total
  // The first page of a list that has no second one holds them all.
  const isWhole = cursor === undefined && found.length <= limit
  const total = list.total ?? (isWhole ? found.length : (count() ?? 0))
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  const next = found.length > limit && last ? encode([last.place_1, last.place_2]) : null
  return { rows, total, next }
}
