import type { SQLInputValue } from 'node:sqlite'

type Value = string | number | boolean

/** Fields (a JSON path each) and the value, or one of the values, that they have; undefined: any. */
export type Filter = { [field: string]: Value | readonly string[] | undefined }

/** Seconds of creation, or bounds of them. */
export type Created =
  | number
  | { gt?: number | undefined; gte?: number | undefined; lt?: number | undefined; lte?: number | undefined }

const COLUMNS = new Set(['customer', 'created'])
const OPERATORS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

const columnOf = (field: string): string => (COLUMNS.has(field) ? field : `json_extract(body, '$.${field}')`)

/** The condition of objects of a kind, for the WHERE of a statement. Field names are those of the code, never of a call. */
export const conditionOf = (
  object: string,
  filter: Filter,
  created?: Created,
): { sql: string; values: SQLInputValue[] } => {
  const parts = ['object = ?']
  const values: SQLInputValue[] = [object]
  for (const [field, value] of Object.entries(filter)) {
    if (value === undefined) continue
    const column = columnOf(field)
    if (typeof value === 'object') {
      // `charge.*` means every kind of charge event.
      parts.push(`(${value.map(() => `${column} GLOB ?`).join(' OR ') || '0'})`)
      values.push(...value)
    } else {
      parts.push(`${column} = ?`)
      values.push(typeof value === 'boolean' ? Number(value) : value)
    }
  }
  const bounds = typeof created === 'number' ? { gte: created, lte: created } : (created ?? {})
  for (const name of ['gt', 'gte', 'lt', 'lte'] as const) {
    const bound = bounds[name]
    if (bound === undefined) continue
    parts.push(`created ${OPERATORS[name]} ?`)
    values.push(bound)
  }
  return { sql: parts.join(' AND '), values }
}
