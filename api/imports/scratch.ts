import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { MissingClient, Order } from '#api/domain/import-decisions.ts'
import type { Seen } from '#api/domain/import-matching.ts'
import type { RowErrors } from '#schemas/records/import-rows.ts'

/** The decision about one row; `order` is null if nothing is left to do. `cells` are those of a refused row. */
export type Decided = {
  row: number
  external_id: string | null
  verdict: 'created' | 'updated' | 'unchanged' | 'refused'
  id: string | null
  order: Order | null
  errors: RowErrors | null
  cells: Readonly<Record<string, unknown>> | null
}

/** The decisions about one file, on disk: a file may have more rows than fit into memory. */
export type Scratch<Row = Decided> = {
  seen: Seen
  add: (decided: Row) => void
  /** In the order of the file. */
  rows: () => Iterable<Row>
  /** Those of them that are refused. */
  refused: () => Iterable<Row>
  /** Records a row that names a missing client; true if none has named it before. */
  miss: (client: MissingClient) => boolean
  /** In the order of the file, each once with the number of rows that name it. */
  missing: () => Iterable<MissingClient & { rows: number }>
  close: () => void
}

/** How many missing clients are cached: most rows name a client that an earlier row has named. */
const maxCached = 20_000

/** Opens an empty scratch file in a folder; `close` deletes it, and the file of a dead process is useless. */
export const openScratch = <Row extends { row: number; verdict: string } = Decided>(folder: string): Scratch<Row> => {
  const path = join(folder, `${randomUUID()}.sqlite`)
  const db = new DatabaseSync(path)
  db.exec(`
    PRAGMA journal_mode = OFF;
    PRAGMA synchronous = OFF;
    PRAGMA locking_mode = EXCLUSIVE;
    CREATE TABLE rows (row INTEGER PRIMARY KEY, verdict TEXT NOT NULL, decided TEXT NOT NULL) STRICT;
    CREATE TABLE seen (key TEXT PRIMARY KEY, row INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE missing (key TEXT PRIMARY KEY, name TEXT NOT NULL, rows INTEGER NOT NULL) STRICT;
    BEGIN;
  `)
  const find = db.prepare('SELECT row FROM seen WHERE key = ?')
  const mark = db.prepare('INSERT INTO seen (key, row) VALUES (?, ?) ON CONFLICT DO NOTHING')
  const add = db.prepare('INSERT INTO rows (row, verdict, decided) VALUES (?, ?, ?)')
  const miss = db.prepare(
    'INSERT INTO missing (key, name, rows) VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET rows = rows + 1 RETURNING rows',
  )
  const missing = db.prepare('SELECT key, name, rows FROM missing ORDER BY rowid')
  const count = db.prepare('UPDATE missing SET rows = rows + ? WHERE key = ?')
  const decided = function* (where = ''): Generator<Row> {
    const rows = db.prepare(`SELECT decided FROM rows ${where} ORDER BY row`)
    for (const each of rows.iterate()) yield JSON.parse(String(each.decided)) as Row
  }
  const repeated = new Map<string, number>()
  const countRepeated = () => {
    for (const [key, more] of repeated) if (more > 0) count.run(more, key)
    repeated.clear()
  }
  return {
    seen: {
      rowOf: (key) => find.get(key)?.row as number | undefined,
      mark: (key, row) => void mark.run(key, row),
    },
    add: (each) => void add.run(each.row, each.verdict, JSON.stringify(each)),
    rows: () => decided(),
    refused: () => decided("WHERE verdict = 'refused'"),
    miss: ({ key, name }) => {
      const more = repeated.get(key)
      if (more !== undefined) {
        repeated.set(key, more + 1)
        return false
      }
      if (repeated.size >= maxCached) countRepeated()
      repeated.set(key, 0)
      return miss.get(key, name)?.rows === 1
    },
    missing: () => {
      countRepeated()
      return missing.iterate() as Iterable<MissingClient & { rows: number }>
    },
    close: () => {
      db.close()
      rmSync(path, { force: true })
    },
  }
}
