import { beforeEach, describe, expect, test } from 'vitest'
import { openForWriting, type ReadDb } from '#projections/engine/read-db.ts'
import { BadCursor, type ListQuery, selectEach, selectOne, selectPage } from '#projections/engine/select-page.ts'
import { PageQuery } from '#schemas/calls/page.ts'

const names = {
  name: 'names',
  version: 1,
  tables: 'CREATE TABLE names (id TEXT PRIMARY KEY, name TEXT NOT NULL, team TEXT NOT NULL) STRICT;',
}

const list: ListQuery<{ id: string; name: string }> = {
  select: 'id, name',
  from: 'names',
  where: 'team = ?',
  values: ['ours'],
  orderBy: ['name', 'id'],
  sortKeyOf: ({ name, id }) => [name, id],
}

describe('a paged list', () => {
  let db: ReadDb
  beforeEach(() => {
    db = openForWriting(':memory:', names)
  })
  const add = (id: string, name: string, team = 'ours') => db.run('INSERT INTO names VALUES (?, ?, ?)', id, name, team)
  const remove = (id: string) => db.run('DELETE FROM names WHERE id = ?', id)
  const page = (limit: number, cursor?: string | null, descending = false) =>
    selectPage<{ id: string; name: string }>(db, { ...list, descending }, { limit, ...(cursor ? { cursor } : {}) })
  const ids = (rows: { id: string }[]) => rows.map(({ id }) => id).join('')

  test('has its rows in order, the number of all rows, and no next page at the end', () => {
    for (const [id, name] of ['ab', 'ba', 'ca'].map((pair) => [...pair])) add(id ?? '', name ?? '')
    add('x', 'a', 'theirs')

    const all = page(3)

    expect([ids(all.rows), all.total, all.next]).toEqual(['bca', 3, null])
  })

  test.each([false, true])('has the same rows in pages of any size (descending: %s)', (descending) => {
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

  test('neither repeats nor skips rows while others are added and removed', () => {
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

  test('without rows is empty', () => {
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
    expect(() => selectPage(db, list, { limit: 1, cursor })).toThrow(BadCursor)
  })

  test('has cursors that fit into a URL, however long the names are', () => {
    add('a', '東'.repeat(200))
    add('b', '東'.repeat(200))

    expect(PageQuery.safeParse({ cursor: page(1).next }).success).toBe(true)
  })

  test('returns the rows with some ids in one query, within the scope', () => {
    add('a', 'A')
    add('b', 'B')
    add('x', 'X', 'theirs')
    const marked = { ...list, select: 'id, name, ? AS mark', selected: ['!'] }

    expect(selectEach(db, marked, ['b', 'x', 'gone'])).toEqual(new Map([['b', { id: 'b', name: 'B', mark: '!' }]]))
    expect([selectOne(db, marked, 'b'), selectOne(db, marked, 'x')]).toEqual([
      { id: 'b', name: 'B', mark: '!' },
      undefined,
    ])
  })
})
