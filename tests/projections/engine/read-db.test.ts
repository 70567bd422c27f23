import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, test } from 'vitest'
import { openForWriting, positionOf } from '#projections/engine/read-db.ts'
import { standingOf } from '#projections/engine/read-file.ts'
import { temporaryFolder } from '#tests/support/folders.ts'

const names = { name: 'names', version: 1, tables: 'CREATE TABLE names (name TEXT NOT NULL) STRICT;' }

/** Bytes of a page of the file. */
const pageSize = 4096

describe('the file of a read model', () => {
  let folder: string
  beforeEach(() => {
    folder = temporaryFolder()
  })

  const fileOf = () => join(folder, 'names.sqlite')
  const open = (version = 1, tables = names.tables) => openForWriting(folder, { ...names, version, tables })
  const written = () => {
    const db = open()
    db.transaction(() => {
      for (let n = 0; n < 1000; n += 1) db.run('INSERT INTO names (name) VALUES (?)', `somebody ${n}`)
    })
    return db
  }
  const count = (version?: number) => {
    const db = open(version)
    const counted = db.one<{ count: number }>('SELECT count(*) AS count FROM names')?.count
    db.close()
    return counted
  }
  /** The files of a machine that stops at once: the files as they are, here with one page overwritten. */
  const cutOff = (damage: boolean) => {
    const db = written()
    db.checkpoint()
    db.run('INSERT INTO names (name) VALUES (?)', 'the last')
    const left = temporaryFolder()
    cpSync(folder, left, { recursive: true })
    db.close()
    rmSync(folder, { recursive: true })
    folder = left
    if (damage) writeFileSync(fileOf(), readFileSync(fileOf()).fill(7, 3 * pageSize, 4 * pageSize))
  }

  test('keeps its rows, whether it was closed or interrupted', () => {
    written().close()
    expect(count()).toBe(1000)
    rmSync(fileOf())
    cutOff(false)
    expect(count()).toBe(1001)
  })

  test('is recreated if it is damaged, not a database, or of another version', () => {
    cutOff(true)
    expect(count()).toBe(0)
    written().close()
    expect(count(2)).toBe(0)
    writeFileSync(fileOf(), readFileSync(fileOf()).fill('no database'))
    expect(count(2)).toBe(0)
  })

  test('that another connection has locked is not taken for a damaged one', () => {
    written().close()
    const other = new DatabaseSync(fileOf())
    other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; DELETE FROM names; ROLLBACK')

    expect(() => standingOf(fileOf(), names, 0)).toThrow('database is locked')
    other.close()
    expect([standingOf(fileOf(), names), count()]).toEqual(['current', 1000])
  })

  test('is rebuilt when the code declares other tables or indices under the same version', () => {
    written().close()
    const formatted = open(1, names.tables.replace(' (', '\n  ('))
    expect(formatted.one('SELECT count(*) AS count FROM names')).toEqual({ count: 1000 })
    formatted.close()

    const indexed = `${names.tables} CREATE INDEX names_in_order ON names (name);`
    const rebuilt = open(1, indexed)
    expect([positionOf(rebuilt), rebuilt.all('SELECT * FROM names INDEXED BY names_in_order')]).toEqual([null, []])
    rebuilt.close()

    const widened = open(1, names.tables.replace('name TEXT NOT NULL', 'name TEXT NOT NULL, age INTEGER'))
    expect(widened.one('SELECT count(age) AS count FROM names')).toEqual({ count: 0 })
    widened.close()
  })
})

test('no statement has a limit that SQLite plans it again for', () => {
  const root = join(import.meta.dirname, '../../..')
  const statements = globSync('{api,projections,workers}/**/*.ts', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/\b(?:LIMIT|OFFSET) \?(?!\d* \+ 0).*/g)].map(
      ([statement]) => `${file}: ${statement}`,
    ),
  )

  expect(statements.filter((each) => !each.startsWith('projections/engine/read-db.ts'))).toEqual([])
})
