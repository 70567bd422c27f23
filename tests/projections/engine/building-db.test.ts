import { beforeEach, describe, expect, test } from 'vitest'
import { type BuildingDb, openForBuilding } from '#projections/engine/builder.ts'
import { openForReading, openForWriting, positionOf, type ReadDb } from '#projections/engine/read-db.ts'
import type { ReadFile } from '#projections/engine/read-file.ts'
import { temporaryFolder } from '#tests/support/folders.ts'

const things = {
  name: 'things',
  version: 3,
  tables: `
    CREATE TABLE things (id TEXT PRIMARY KEY, shelf TEXT, colour TEXT UNIQUE, size TEXT) STRICT, WITHOUT ROWID;
    CREATE TABLE sizes (id TEXT PRIMARY KEY, size TEXT) STRICT, WITHOUT ROWID;
    CREATE INDEX sizes_by_size ON sizes (size);
    CREATE INDEX things_by_shelf ON things (shelf);
    CREATE INDEX things_by_size ON things (size) WHERE size <> '';
    CREATE TRIGGER things_grown AFTER UPDATE OF size ON things BEGIN
      DELETE FROM sizes WHERE size = OLD.size;
    END;
  `,
}

describe('the file of a read model during a rebuild', () => {
  let folder: string
  let db: BuildingDb
  beforeEach(() => {
    folder = temporaryFolder()
    db = openForBuilding(folder, things)
  })

  const indicesOf = (of: ReadDb) =>
    of
      .all<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL ORDER BY name")
      .map(({ name }) => name)

  test('has an index from the start for triggers, once a statement looks rows up by it, and the others when it is finished', () => {
    db.run('INSERT INTO things VALUES (?, ?, ?, ?)', 'a', 'here', 'red', 'm')
    db.all('SELECT * FROM things')
    expect(indicesOf(db)).toEqual(['sizes_by_size'])
    db.one('SELECT * FROM things WHERE shelf = ?', 'here')
    expect(indicesOf(db)).toEqual(['sizes_by_size', 'things_by_shelf'])
    db.finish({ position: '7', id: 'seven' })

    const opened = openForWriting(folder, things)
    expect(indicesOf(opened)).toEqual(['sizes_by_size', 'things_by_shelf', 'things_by_size'])
    opened.close()
  })

  test('is an ordinary file once it is finished', () => {
    for (let n = 0; n < 1000; n += 1)
      db.run('INSERT INTO things VALUES (?, ?, ?, ?)', String(n), 'here', String(n), 'm')
    db.finish({ position: '7', id: 'seven' })

    const opened = openForWriting(folder, things)
    expect([positionOf(opened), indicesOf(opened)]).toEqual([
      '7',
      ['sizes_by_size', 'things_by_shelf', 'things_by_size'],
    ])
    const found = opened.one(
      "SELECT count(*) AS n FROM things INDEXED BY things_by_size WHERE size = 'm' AND size <> ''",
    )
    expect(found).toEqual({ n: 1000 })
    expect(opened.one('PRAGMA journal_mode')).toEqual({ journal_mode: 'wal' })
    expect(opened.one('PRAGMA integrity_check')).toEqual({ integrity_check: 'ok' })
    opened.close()
  })

  test('is merged at the end', () => {
    const words: ReadFile = {
      name: 'words',
      version: 1,
      tables: "CREATE VIRTUAL TABLE words USING fts5 (word); INSERT INTO words (words, rank) VALUES ('hashsize', 100);",
      merge: "INSERT INTO words (words) VALUES ('optimize');",
    }
    const parts = (of: ReadDb) => of.one('SELECT count(DISTINCT segid) AS parts FROM words_idx')
    const building = openForBuilding(folder, words)
    for (let n = 0; n < 20; n += 1) building.run('INSERT INTO words VALUES (?)', `word ${n}`)
    expect(parts(building)).not.toEqual({ parts: 1 })

    building.finish({ position: '7', id: 'seven' })

    const opened = openForReading(folder, words)
    expect(parts(opened)).toEqual({ parts: 1 })
    opened.close()
  })

  test('is recreated if it was left unfinished', () => {
    db.run('INSERT INTO things VALUES (?, ?, ?, ?)', 'a', 'here', 'red', '')
    db.close()

    const opened = openForWriting(folder, things)
    expect([positionOf(opened), opened.all('SELECT * FROM things')]).toEqual([null, []])
    opened.close()
  })
})
