import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { counterTriggers } from '#projections/engine/counters.ts'
import { wrap } from '#projections/engine/read-db.ts'
import { insert, update } from '#projections/engine/rows.ts'

const shelves = () => {
  const db = new DatabaseSync(':memory:')
  db.exec(`
    CREATE TABLE shelves (id TEXT PRIMARY KEY, book_count INTEGER NOT NULL DEFAULT 0) STRICT;
    CREATE TABLE books (id TEXT PRIMARY KEY, shelf_id TEXT, title TEXT, trash_id TEXT) STRICT;
    ${counterTriggers({ table: 'shelves', column: 'book_count', of: 'books', by: 'shelf_id' })}
  `)
  const rows = wrap(db)
  insert(rows, 'shelves', { id: 'low' })
  insert(rows, 'shelves', { id: 'high' })
  const counts = () =>
    rows.all('SELECT id, book_count FROM shelves ORDER BY id').map((row) => Object.values(row as object))
  return { ...rows, rows, counts }
}

describe('a row', () => {
  test('is inserted once', () => {
    const { rows, one } = shelves()

    expect(insert(rows, 'books', { id: 'a', title: 'First' })).toBe(1)
    expect(insert(rows, 'books', { id: 'a', title: 'Second' })).toBe(0)
    expect(one('SELECT title, shelf_id FROM books')).toEqual({ title: 'First', shelf_id: null })
  })

  test('keeps the columns that an update does not name', () => {
    const { rows, one } = shelves()
    insert(rows, 'books', { id: 'a', title: 'First', shelf_id: 'low' })

    expect(update(rows, 'books', 'a', { title: 'Second' })).toBe(1)
    expect(update(rows, 'books', 'b', { title: 'Second' })).toBe(0)
    expect(one('SELECT title, shelf_id FROM books')).toEqual({ title: 'Second', shelf_id: 'low' })
  })

  test('is not written if its table lacks a column', () => {
    const { rows } = shelves()

    expect(() => insert(rows, 'books', { id: 'a', weather: 'Rain' })).toThrow('weather')
    expect(() => update(rows, 'books', 'a', { weather: 'Rain' })).toThrow('weather')
  })
})

describe('a counter', () => {
  test('counts records that are added, moved, deleted, restored and purged', () => {
    const { rows, run, counts } = shelves()
    const countsAfter = (step: () => unknown) => {
      step()
      step()
      return counts()
    }

    expect(countsAfter(() => insert(rows, 'books', { id: 'a', shelf_id: 'low' }))).toEqual([
      ['high', 0],
      ['low', 1],
    ])
    expect(countsAfter(() => insert(rows, 'books', { id: 'b', shelf_id: 'low' }))).toEqual([
      ['high', 0],
      ['low', 2],
    ])
    expect(countsAfter(() => update(rows, 'books', 'a', { shelf_id: 'high' }))).toEqual([
      ['high', 1],
      ['low', 1],
    ])
    expect(countsAfter(() => update(rows, 'books', 'a', { trash_id: 'bin' }))).toEqual([
      ['high', 0],
      ['low', 1],
    ])
    expect(countsAfter(() => update(rows, 'books', 'a', { shelf_id: 'low' }))).toEqual([
      ['high', 0],
      ['low', 1],
    ])
    expect(countsAfter(() => update(rows, 'books', 'a', { trash_id: null }))).toEqual([
      ['high', 0],
      ['low', 2],
    ])
    expect(countsAfter(() => update(rows, 'books', 'b', { shelf_id: null }))).toEqual([
      ['high', 0],
      ['low', 1],
    ])
    expect(countsAfter(() => run('DELETE FROM books'))).toEqual([
      ['high', 0],
      ['low', 0],
    ])
  })
})
