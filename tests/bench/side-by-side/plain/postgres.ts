import { Pool } from 'pg'
import { type Database, kinds, type Row, tables, wordsOf } from './database.ts'

const namesOf = (kind: string) => `CREATE INDEX ${kind}_names ON ${kind} USING gin (name gin_trgm_ops);`

/** A database with a trigram index of each table's names, asked by the usual pool of ten connections. */
export const openPostgres = (url: string): Database => {
  const pool = new Pool({ connectionString: url })
  const rows: Database['rows'] = async (sql, ...values) => (await pool.query<Row>(sql, values)).rows
  return {
    rows,
    insert: async (table, columns, rows) => {
      const lists = columns.map((_, n) => `$${n + 1}::text[]`)
      const sql = `INSERT INTO ${table} (${columns.join(', ')}) SELECT * FROM unnest(${lists.join(', ')})`
      await pool.query(
        sql,
        columns.map((_, n) => rows.map((row) => row[n])),
      )
    },
    search: (kind, text, limit) => {
      const words = wordsOf(text).map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`)
      const all = words.map((_, n) => `name ILIKE $${n + 2}`).join(' AND ')
      return rows(`SELECT id, name FROM ${kind} WHERE ${all} LIMIT $1`, limit, ...words)
    },
    importSites: async (lines) => {
      const connection = await pool.connect()
      const clients = [...new Set(lines.map(({ client }) => client))]
      await connection.query('BEGIN')
      await connection.query(
        `INSERT INTO clients (id, name) SELECT gen_random_uuid(), given FROM unnest($1::text[]) given
         WHERE NOT EXISTS (SELECT 1 FROM clients WHERE name = given)`,
        [clients],
      )
      await connection.query(
        `INSERT INTO sites (id, client_id, name, postcode, external_id)
         SELECT gen_random_uuid(), (SELECT id FROM clients c WHERE c.name = client LIMIT 1), given.name, postcode, external_id
         FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) given (external_id, name, postcode, client)
         ON CONFLICT (external_id) DO UPDATE SET name = excluded.name, postcode = excluded.postcode`,
        (['external_id', 'name', 'postcode', 'client'] as const).map((column) => lines.map((line) => line[column])),
      )
      await connection.query('COMMIT')
      connection.release()
    },
    settle: async () => void (await pool.query('VACUUM ANALYZE')),
    close: () => pool.end(),
  }
}

export const createPostgresTables = async (url: string): Promise<void> => {
  const pool = new Pool({ connectionString: url })
  await pool.query(`CREATE EXTENSION pg_trgm; ${tables} ${kinds.map(namesOf).join(' ')}`)
  await pool.end()
}
