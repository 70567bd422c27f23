import type { ReadDb, SqlValue } from '#projections/engine/read-db.ts'
import type { Condition } from '#projections/engine/scoped.ts'
import { BadCursor, decodeCursor, encodeCursor, PageCursor } from '#projections/engine/select-page.ts'
import type { Page, PageQuery } from '#schemas/calls/page.ts'
import { numberOf } from './own-values.ts'

/** Which records a field keeps in a list: those without a value, or those whose value, as it is compared, is so. */
export type OwnFilter = { id: string } & (
  | { none: true }
  | { holds: string }
  | { among: readonly string[] }
  | { from: string; to: string }
)

/** The field that a list is sorted by; a choice in the order of its options. */
export type OwnSort = { id: string; options: readonly string[] | null; descending: boolean }

/** What own fields ask of a list. */
export type OwnArrangement = { filters: readonly OwnFilter[]; sort?: OwnSort }

/** Every text lies between these. */
export const anything = { from: '', to: '\u{10ffff}' }

const valueIs = (filter: OwnFilter): Condition => {
  if ('holds' in filter) return { where: 'instr(w.value, ?) > 0', values: [filter.holds] }
  if ('from' in filter) return { where: 'w.value BETWEEN ? AND ?', values: [filter.from, filter.to] }
  if ('none' in filter) return { where: 'true', values: [] }
  // SQLite reads a list of one as an equality, by which the index has the ids in order.
  return { where: `w.value IN (${filter.among.map(() => '?').join()})`, values: [...filter.among] }
}

/** Whether a record, by its column, is kept. */
export const keptBy = (column: string, filter: OwnFilter): Condition => {
  const { where, values } = valueIs(filter)
  const found = `EXISTS (SELECT 1 FROM own_values w WHERE w.record_id = ${column} AND w.field = ${numberOf} AND ${where})`
  return { where: 'none' in filter ? `NOT ${found}` : found, values: [filter.id, ...values] }
}

/** The values of a filter as the index of values has them: `w.record_id` is the record. */
const inIndex = (filter: OwnFilter): Condition => {
  const { where, values } = valueIs(filter)
  return { where: `w.field = ${numberOf} AND w.hidden = 0 AND ${where}`, values: [filter.id, ...values] }
}

/**
 * The ids of the records of a team that all filters keep, from the index of values alone; undefined where no filter asks for
 * a value, as no index has the records without one.
 */
export const keptIds = (filters: readonly OwnFilter[]): { sql: string; values: SqlValue[] } | undefined => {
  const isWithout = (filter: OwnFilter) => 'none' in filter
  const inTurn = filters.toSorted((one, other) => Number(isWithout(one)) - Number(isWithout(other)))
  const [first] = inTurn
  if (!first || isWithout(first)) return undefined
  const parts = inTurn.map((filter) => {
    const { where, values } = inIndex(filter)
    const joined = isWithout(filter) ? 'EXCEPT' : 'INTERSECT'
    return {
      sql: `${filter === first ? '' : joined} SELECT w.record_id AS id FROM own_values w WHERE ${where}`,
      values,
    }
  })
  return { sql: parts.map(({ sql }) => sql).join(' '), values: parts.flatMap(({ values }) => values) }
}

/** How many records of the team have a value of a field. */
export const countWith = (db: ReadDb, { id }: OwnFilter): number => {
  const { where, values } = inIndex({ id, none: true })
  return db.one<{ total: number }>(`SELECT count(*) AS total FROM own_values w WHERE ${where}`, ...values)?.total ?? 0
}

type Sorted = { from: string; column: string; shown: Condition; sort: OwnSort; total: number }
type Found = { id: string; sort_value: string }

/**
 * One page in the order of a field, read from the index of values part by part: all values, or those of each option in
 * turn, and at last, in either direction, the records without one. Throws BadCursor.
 */
export const pageByValue = (db: ReadDb, list: Sorted, { limit, cursor }: PageQuery): Page<{ id: string }> => {
  const { from, column, shown, sort, total } = list
  const [order, beyond] = sort.descending ? ['DESC', '<'] : ['ASC', '>']
  const options = sort.descending ? sort.options?.toReversed() : sort.options
  const ranges = options ? options.map((each) => ({ from: each, to: each })) : [anything]
  const parts = ranges.map((range): OwnFilter => ({ id: sort.id, ...range }))
  const partOf = (part: OwnFilter | undefined): { sql: string; by: [string, string]; values: SqlValue[] } => {
    if (!part) {
      const without = keptBy(column, { id: sort.id, none: true })
      const sql = `SELECT ${column} AS id, '' AS sort_value FROM ${from} WHERE ${shown.where} AND ${without.where}`
      return { sql, by: ["''", column], values: [...shown.values, ...without.values] }
    }
    const { where, values } = inIndex(part)
    const sql = `SELECT w.record_id AS id, w.value AS sort_value FROM own_values w CROSS JOIN ${from}
      WHERE ${column} = w.record_id AND ${where} AND ${shown.where}`
    return { sql, by: ['w.value', 'w.record_id'], values: [...values, ...shown.values] }
  }
  const [at = '0', ...after] = cursor === undefined ? [] : splitKey(decodeCursor(PageCursor, cursor), parts.length)
  const found: (Found & { at: number })[] = []
  for (let n = Number(at); n <= parts.length && found.length <= limit; n += 1) {
    const { sql, by, values } = partOf(parts[n])
    const isFirst = n === Number(at) && after.length > 0
    const rest = isFirst ? `AND (${by.join()}) ${beyond} (?, ?)` : ''
    const ordered = `ORDER BY ${by.map((each) => `${each} ${order}`).join()} LIMIT ? + 0`
    const left = limit + 1 - found.length
    const rows = db.all<Found>(`${sql} ${rest} ${ordered}`, ...values, ...(isFirst ? after : []), left)
    found.push(...rows.map((row) => ({ ...row, at: n })))
  }
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  const next = found.length > limit && last ? encodeCursor([`${last.at} ${last.sort_value}`, last.id]) : null
  return { rows, total, next }
}

/** The part, up to the `last`, the value and the id of a cursor, which holds the first two in one. Throws BadCursor. */
const splitKey = ([first = '', id = '']: readonly string[], last: number): string[] => {
  const [, part = '', value = ''] = /^(\d+) (.*)$/s.exec(first) ?? []
  if (part === '' || Number(part) > last) throw new BadCursor()
  return [part, value, id]
}
