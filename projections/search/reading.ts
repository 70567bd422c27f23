import type { ReadDb } from '#projections/engine/read-db.ts'
import { all, type Condition } from '#projections/engine/scoped.ts'
import { inItems, type ListScope, narrowestIndex } from './list-scope.ts'

export type ItemRow = { n: number; id: string; sort_key: string; position: number; label: string }

/** The sort key and id after which a page continues. */
export type After = { sortKey: string; id: string }

/** Returns the first matches of one access path, in list order. */
export type Source = (after: After | undefined, limit: number) => ItemRow[]

export type IndexTable = 'labels' | 'text_index'

export const matches = (table: IndexTable, query: string): Condition => ({ where: `${table} MATCH ?`, values: [query] })

const columns = 'i.n, i.id, i.sort_key, i.position, i.label'
const joined = (table: IndexTable): string => `${table} CROSS JOIN items i ON i.n = ${table}.rowid`

/** Files and documents are listed newest first; their sort key is the item number. */
export const isNewestFirst = ({ kind }: ListScope): boolean => kind === 'files' || kind === 'documents'

export const isDescending = (list: ListScope): boolean => isNewestFirst(list) || list.kind === 'visits'

/** The access paths to a list. All items that they return are within the searched scope. */
export const readingOf = (db: ReadDb, listScope: ListScope) => {
  const found = inItems(listScope)
  const scanned = `items i INDEXED BY ${narrowestIndex(listScope)}`
  const [sign, direction] = isDescending(listScope) ? ['<', 'DESC'] : ['>', 'ASC']

  const count = (from: string, conditions: readonly Condition[], max: number): number => {
    const { where, values } = all(conditions)
    const some = `SELECT 1 FROM ${from} WHERE ${where} LIMIT ? + 0`
    return db.one<{ total: number }>(`SELECT count(*) AS total FROM (${some})`, ...values, max)?.total ?? 0
  }
  const select = (from: string, conditions: readonly Condition[], order: string, limit: number): ItemRow[] => {
    const { where, values } = all([...conditions, found])
    return db.all(`SELECT ${columns} FROM ${from} WHERE ${where} ORDER BY ${order} LIMIT ? + 0`, ...values, limit)
  }
  const inOrder =
    (from: string, conditions: readonly Condition[]): Source =>
    (after, limit) => {
      const beyond = { where: `(i.sort_key, i.id) ${sign} (?, ?)`, values: after ? [after.sortKey, after.id] : [] }
      const order = `i.sort_key ${direction}, i.id ${direction}`
      return select(from, [...conditions, ...(after ? [beyond] : [])], order, limit)
    }

  return {
    /** Scans the list in order, applying the conditions to each item. */
    scan: (conditions: readonly Condition[]): Source => inOrder(scanned, conditions),
    countScan: (conditions: readonly Condition[], max: number) => count(scanned, [...conditions, found], max),
    /** The numbers of the first matches of an index, in its own order; the conditions need the items. */
    numbers: (table: IndexTable, query: string, conditions: readonly Condition[], max: number): number[] => {
      const [from, further] = conditions.length === 0 ? [table, []] : [joined(table), [...conditions, found]]
      const { where, values } = all([matches(table, query), ...further])
      // One text is read in a fraction of the time of a thousand rows.
      const some = `SELECT ${table}.rowid AS n FROM ${from} WHERE ${where} LIMIT ? + 0`
      const row = db.one<{ numbers: string }>(`SELECT json_group_array(n) AS numbers FROM (${some})`, ...values, max)
      return JSON.parse(row?.numbers ?? '[]')
    },
    /** Fetches the items of these numbers and sorts them. */
    among: (numbers: readonly number[]): Source => {
      const listed = { where: 'i.n = each.value', values: [JSON.stringify(numbers)] }
      return inOrder('json_each(?) each CROSS JOIN items i', [listed])
    },
    /** Reads the matches of an index newest first, and stops at the limit. */
    newest:
      (table: IndexTable, conditions: readonly Condition[]): Source =>
      (after, limit) => {
        const beyond = { where: `${table}.rowid < ?`, values: after ? [Number(after.sortKey)] : [] }
        return select(joined(table), [...conditions, ...(after ? [beyond] : [])], `${table}.rowid DESC`, limit)
      },
    /** Counts with the index alone, whose tokens restrict matches to the scope. */
    countIndexed: (table: IndexTable, query: string, max: number) => count(table, [matches(table, query)], max),
    countFetching: (table: IndexTable, conditions: readonly Condition[], max: number) =>
      count(joined(table), [...conditions, found], max),
  }
}
export type Reading = ReturnType<typeof readingOf>
