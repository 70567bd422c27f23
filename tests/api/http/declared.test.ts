import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { declaredBy } from '#api/http/declared.ts'
import { listCategories } from '#schemas/resources/categories.ts'

describe('what a contract declares of an answer', () => {
  const person = z.object({
    id: z.uuid(),
    'e-mail': z.string().nullable(),
    photo: z.object({ url: z.string() }).optional(),
  })

  test('leaves what it does not name, in lists and in what they hold', () => {
    const photo = { url: '/photos/1', path: '/var' }
    const rows = [
      { id: '1', 'e-mail': null, photo, password: 'secret' },
      { id: '2', 'e-mail': 'a@b', photo: undefined },
    ]

    expect(JSON.parse(JSON.stringify(declaredBy(z.array(person))(rows)))).toEqual([
      { id: '1', 'e-mail': null, photo: { url: '/photos/1' } },
      { id: '2', 'e-mail': 'a@b' },
    ])
  })

  test('reaches down a tree', () => {
    const leaf = { id: '2', name: 'Alarms', slug: 'alarms', parent_id: '1', revision: '0', children: [] }
    const root = { ...leaf, id: '1', parent_id: null, children: [leaf] }
    const told = { ...root, team_id: '9', children: [{ ...leaf, team_id: '9' }] }

    expect(declaredBy(listCategories.response)([told])).toEqual([root])
  })

  test('asks the schema about what may be one of several, and about names that are not known before', () => {
    const either = z.object({ state: z.union([z.object({ done: z.boolean() }), z.string()]) })
    const counts = z.record(z.string(), z.object({ n: z.number() }))

    expect(declaredBy(either)({ state: { done: true, by: 'Ann' } })).toEqual({ state: { done: true } })
    expect(declaredBy(counts)({ a: { n: 1, of: 2 } })).toEqual({ a: { n: 1 } })
  })
})
