import { randomUUID } from 'node:crypto'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { type Database, kinds, type Row, tables, wordsOf } from './database.ts'

const namesOf = (kind: string) => `
  CREATE VIRTUAL TABLE ${kind}_names USING fts5 (name, content = '${kind}', tokenize = 'trigram');
  CREATE TRIGGER ${kind}_added AFTER INSERT ON ${kind} BEGIN
    INSERT INTO ${kind}_names (rowid, name) VALUES (new.rowid, new.name);
  END;
  CREATE TRIGGER ${kind}_renamed AFTER UPDATE OF name ON ${kind} BEGIN
    INSERT INTO ${kind}_names (${kind}_names, rowid, name) VALUES ('delete', old.rowid, old.name);
    INSERT INTO ${kind}_names (rowid, name) VALUES (new.rowid, new.name);
  END;`

/** A file with a full-text index of each table's names. Each write is on disk before it is answered. */
export const openSqlite = (path: string): Database => {
  const db = new DatabaseSync(path)
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA mmap_size = ${1024 ** 3}`)
  if (!db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'clients'").get()) {
    db.exec(tables + kinds.map(namesOf).join(''))
  }
  const prepared = new Map<string, StatementSync>()
  const statement = (sql: string): StatementSync => {
    const known = prepared.get(sql) ?? db.prepare(sql.replaceAll('$', '?'))
    prepared.set(sql, known)
    return known
  }
  const transaction = (work: () => void) => {
    db.exec('BEGIN')
    work()
    db.exec('COMMIT')
  }
  const clientNamed = (name: string): string => {
    const found = statement('SELECT id FROM clients WHERE name = $1 LIMIT 1').get(name)
    if (found) return String(found.id)
    const id = randomUUID()
    statement('INSERT INTO clients (id, name) VALUES ($1, $2)').run(id, name)
    return id
  }
  return {
    rows: async (sql, ...values) => statement(sql).all(...values) as Row[],
    insert: async (table, columns, rows) => {
      const places = columns.map((_, n) => `$${n + 1}`)
      const insert = statement(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')})`)
      transaction(() => {
        for (const row of rows) insert.run(...row)
      })
    },
    search: async (kind, text, limit) =>
      statement(`
        SELECT t.id, t.name FROM ${kind}_names n JOIN ${kind} t ON t.rowid = n.rowid WHERE ${kind}_names MATCH $1 LIMIT $2
      `).all(
        wordsOf(text)
          .map((word) => `"${word.replaceAll('"', '""')}"`)
          .join(' AND '),
        limit,
      ) as Row[],
    importSites: async (lines) =>
      transaction(() => {
        for (const { external_id, name, postcode, client } of lines) {
          statement(`
            INSERT INTO sites (id, client_id, name, postcode, external_id) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (external_id) DO UPDATE SET name = excluded.name, postcode = excluded.postcode
          `).run(randomUUID(), clientNamed(client), name, postcode, external_id)
        }
      }),
    settle: async () => db.exec('ANALYZE; PRAGMA wal_checkpoint(TRUNCATE)'),
    close: async () => db.close(),
  }
}
