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
export type Scratch = {
  seen: Seen
  add: (decided: Decided) => void
  /** In the order of the file. */
  rows: () => Iterable<Decided>
  /** Those of them that are refused. */
  refused: () => Iterable<Decided>
  /** Records a row that names a missing client; true if none has named it before. */
  miss: (client: MissingClient) => boolean
  /** In the order of the file, each once with the number of rows that name it. */
  missing: () => Iterable<MissingClient & { rows: number }>
  close: () => void
}

/** A row in the order of its columns; arrays are faster to create than SQLite's dictionaries. */
type Stored = [
  row: number,
  external_id: string | null,
  verdict: Decided['verdict'],
  id: string | null,
  order: string | null,
  errors: string | null,
  cells: string | null,
]

/** How many missing clients are cached: most rows name a client that an earlier row has named. */
const maxCached = 20_000

const parsed = <Value>(text: string | null): Value | null => (text === null ? null : (JSON.parse(text) as Value))
const written = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))

/** Opens an empty scratch file in a folder; `close` deletes it, and the file of a dead process is useless. */
export const openScratch = (folder: string): Scratch => {
  const path = join(folder, `${randomUUID()}.sqlite`)
  const db = new DatabaseSync(path)
  db.exec(`
    PRAGMA journal_mode = OFF;
    PRAGMA synchronous = OFF;
    PRAGMA locking_mode = EXCLUSIVE;
    CREATE TABLE rows (
      row INTEGER PRIMARY KEY, external_id TEXT, verdict TEXT NOT NULL, id TEXT, order_ TEXT, errors TEXT, cells TEXT
    ) STRICT;
    CREATE TABLE seen (key TEXT PRIMARY KEY, row INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE missing (key TEXT PRIMARY KEY, name TEXT NOT NULL, rows INTEGER NOT NULL) STRICT;
    BEGIN;
  `)
  const columns = 'row, external_id, verdict, id, order_, errors, cells'
  const find = db.prepare('SELECT row FROM seen WHERE key = ?')
  const mark = db.prepare('INSERT INTO seen (key, row) VALUES (?, ?) ON CONFLICT DO NOTHING')
  const add = db.prepare(`INSERT INTO rows (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?)`)
  const miss = db.prepare(
    'INSERT INTO missing (key, name, rows) VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET rows = rows + 1 RETURNING rows',
  )
  const missing = db.prepare('SELECT key, name, rows FROM missing ORDER BY rowid')
  const count = db.prepare('UPDATE missing SET rows = rows + ? WHERE key = ?')
  const decided = function* (where = ''): Generator<Decided> {
    const rows = db.prepare(`SELECT ${columns} FROM rows ${where} ORDER BY row`)
    rows.setReturnArrays(true)
    for (const each of rows.iterate() as unknown as Iterable<Stored>) {
      const [row, external_id, verdict, id, order, errors, cells] = each
      yield { row, external_id, verdict, id, order: parsed(order), errors: parsed(errors), cells: parsed(cells) }
    }
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
    add: ({ row, external_id, verdict, id, order, errors, cells }) => {
      add.run(row, external_id, verdict, id, written(order), written(errors), written(cells))
    },
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
