import type { ReadDb, SqlValue } from './read-db.ts'

/** Columns of one row, by name. */
export type Columns = Readonly<Record<string, SqlValue>>

/** Statements by operation, table and columns; the text of each is built once. */
const statements = new Map<string, string>()

const statementFor = (
  operation: string,
  table: string,
  columns: Columns,
  build: (names: string[]) => string,
): string => {
  const names = Object.keys(columns)
  const key = `${operation} ${table} ${names}`
  const sql = statements.get(key) ?? build(names)
  statements.set(key, sql)
  return sql
}

/** The columns of a noun's details for a SELECT: one for each field that its events record. */
export const detailColumns = ({ recorded }: { recorded: object }, alias: string): string =>
  Object.keys(recorded)
    .map((name) => `${alias}.${name}`)
    .join(', ')

/** Inserts a row unless it exists. Returns the number of inserted rows. */
export const insert = (db: ReadDb, table: string, row: Columns): number => {
  const sql = statementFor('insert', table, row, (names) => {
    const values = names.map(() => '?').join(', ')
    return `INSERT INTO ${table} (${names.join(', ')}) VALUES (${values}) ON CONFLICT DO NOTHING`
  })
  return db.run(sql, ...Object.values(row))
}

/** Updates columns of the row with this id; other columns stay as they are. Returns the number of updated rows. */
export const update = (db: ReadDb, table: string, id: string, columns: Columns): number => {
  const sql = statementFor('update', table, columns, (names) => {
    const values = names.map((name) => `${name} = ?`).join(', ')
    return `UPDATE ${table} SET ${values} WHERE id = ?`
  })
  return db.run(sql, ...Object.values(columns), id)
}
