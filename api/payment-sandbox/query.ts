import type { SQLInputValue } from 'node:sqlite'

/** Fields (a JSON path each) and the value, or one of the values, that they have; undefined: any. */
export type Filter = { [field: string]: string | number | boolean | readonly string[] | undefined }

/** A part of a list: at most `limit` objects, made after an id, before another, or at a second and later. */
export type Part = {
  limit?: number | undefined
  /** Go on with the ones made before this id. */
  after?: string | undefined
  /** End with the ones made after this id, the nearest ones. */
  before?: string | undefined
  since?: number | undefined
}

const columnOf = (field: string): string => (field === 'customer' ? field : `json_extract(body, '$.${field}')`)

/** The statement that lists objects of a kind. Field names are those of the code, never of a call. */
export const listing = (object: string, filter: Filter, { limit = -1, after, before, since }: Part) => {
  const parts = ['object = ?']
  const values: SQLInputValue[] = [object]
  const demand = (condition: string, ...wanted: SQLInputValue[]): void => {
    parts.push(condition)
    values.push(...wanted)
  }
  for (const [field, value] of Object.entries(filter)) {
    if (value === undefined) continue
    if (typeof value === 'object') demand(`${columnOf(field)} IN (${value.map(() => '?').join(', ')})`, ...value)
    else demand(`${columnOf(field)} = ?`, typeof value === 'boolean' ? Number(value) : value)
  }
  if (since !== undefined) demand('created >= ?', since)
  if (after !== undefined) demand('seq < (SELECT seq FROM objects WHERE id = ?)', after)
  if (before !== undefined) demand('seq > (SELECT seq FROM objects WHERE id = ?)', before)
  const order = before === undefined ? 'DESC' : 'ASC'
  const sql = `SELECT body FROM objects WHERE ${parts.join(' AND ')} ORDER BY seq ${order} LIMIT ? + 0`
  values.push(limit)
  return { sql, values }
}
