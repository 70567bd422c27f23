import { beforeEach, describe, expect, test } from 'vitest'
import { openForWriting, type ReadDb } from '#projections/read-db.ts'
import { BadCursor, selectPage } from '#projections/select-page.ts'
import { PageQuery } from '#schemas/page.ts'

const names = {
  name: 'names',
  version: 1,
  tables: 'CREATE TABLE names (id TEXT PRIMARY KEY, name TEXT NOT NULL, team TEXT NOT NULL) STRICT;',
}

describe('a list in pages', () => {
  let db: ReadDb
  beforeEach(() => {
    db = openForWriting(':memory:', names)
  })
  const add = (id: string, name: string, team = 'ours') => db.run('INSERT INTO names VALUES (?, ?, ?)', id, name, team)
  const remove = (id: string) => db.run('DELETE FROM names WHERE id = ?', id)
  const page = (limit: number, cursor?: string | null, descending = false) =>
    selectPage<{ id: string }>(
      db,
      { select: 'id', from: 'names', where: 'team = ?', values: ['ours'], orderBy: ['name', 'id'], descending },
      { limit, ...(cursor ? { cursor } : {}) },
    )
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id).join('')

  test('is told whole: rows in order, how many there are in all, and no next page at the end', () => {
    for (const [id, name] of ['ab', 'ba', 'ca'].map((pair) => [...pair])) add(id ?? '', name ?? '')
    add('x', 'a', 'theirs')

    const all = page(3)

    expect([ids(all.rows), all.total, all.next]).toEqual(['bca', 3, null])
  })

  test.each([false, true])('is the same in pages of any size (descending: %s)', (descending) => {
    for (const id of 'abcdefg') add(id, id < 'd' ? 'same' : `name ${id}`)
    const whole = ids(page(100, null, descending).rows)

    for (const size of [1, 2, 3, 6, 7]) {
      let told = ''
      let next: string | null = null
      do {
        const part = page(size, next, descending)
        told += ids(part.rows)
        next = part.next
        expect(part.total).toBe(7)
      } while (next)
      expect(told).toBe(whole)
    }
  })

  test('neither repeats nor skips while rows come and go', () => {
    for (const id of 'bdfhj') add(id, id)
    const first = page(2)
    remove('b')
    remove('d')
    add('a', 'a')
    add('e', 'e')

    const second = page(2, first.next)
    remove('f')
    const third = page(2, second.next)

    expect([first, second, third].map(({ rows }) => ids(rows))).toEqual(['bd', 'ef', 'hj'])
    expect(third.next).toBeNull()
  })

  test('of nothing is empty', () => {
    expect(page(10)).toEqual({ rows: [], total: 0, next: null })
  })

  test.each([
    '',
    'nonsense',
    '!!!',
    'bnVsbA',
    Buffer.from('[1,2]').toString('base64url'),
    Buffer.from('["a","b","c"]').toString('base64url'),
  ])('refuses %j, which is no cursor of its own', (cursor) => {
    expect(() =>
      selectPage(
        db,
        { select: 'id', from: 'names', where: 'team = ?', values: ['ours'], orderBy: ['name', 'id'] },
        { limit: 1, cursor },
      ),
    ).toThrow(BadCursor)
  })

  test('gives cursors that a request may carry, however long the names are', () => {
    add('a', '東'.repeat(200))
    add('b', '東'.repeat(200))

    expect(PageQuery.safeParse({ cursor: page(1).next }).success).toBe(true)
  })
})
