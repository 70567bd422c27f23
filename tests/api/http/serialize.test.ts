import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { serializerOf } from '#api/http/serialize.ts'
import { listCategories } from '#schemas/resources/categories.ts'

const alarms = {
  id: '2',
  name: 'Alarms',
  slug: 'alarms',
  requirement: null,
  revision: '0',
  expires_after_months: null,
  children: [],
}

describe('the JSON of an answer', () => {
  const answered = (schema: z.ZodType, value: unknown): unknown => JSON.parse(String(serializerOf(schema)(value)))

  const person = z.object({
    id: z.uuid(),
    'e-mail': z.string().nullable(),
    photo: z.object({ url: z.string() }).optional(),
  })

  test('has no field that its contract does not declare, in lists and in what they hold', () => {
    const photo = { url: '/photos/1', path: '/var' }
    const rows = [
      { id: '1', 'e-mail': null, photo, password: 'secret' },
      { id: '2', 'e-mail': 'a@b', photo: undefined },
    ]

    expect(answered(z.array(person), rows)).toEqual([
      { id: '1', 'e-mail': null, photo: { url: '/photos/1' } },
      { id: '2', 'e-mail': 'a@b' },
    ])
  })

  test('reaches down a tree', () => {
    const leaf = { ...alarms, parent_id: '1' }
    const root = { ...leaf, id: '1', parent_id: null, children: [leaf] }
    const sent = { ...root, team_id: '9', children: [{ ...leaf, team_id: '9' }] }

    expect(answered(listCategories.response, [sent])).toEqual([root])
  })

  test('is null for every kind of value that may be', () => {
    const shape = {
      text: z.string(),
      day: z.iso.datetime(),
      count: z.int(),
      flag: z.boolean(),
      one: z.enum(['a', 'b']),
      only: z.literal('ok'),
      person,
      people: z.array(person),
      category: listCategories.response.element,
    }
    const schema = z.object(
      Object.fromEntries(Object.entries(shape).map(([name, each]) => [name, (each as z.ZodType).nullable()])),
    )
    const nothing = Object.fromEntries(Object.keys(shape).map((name) => [name, null]))

    expect(answered(schema, { ...nothing, more: 1 })).toEqual(nothing)
    const leaf = { ...alarms, parent_id: null }
    const full = {
      text: '"é\u2028\ud800',
      day: '2026-03-31T10:00:00.000Z',
      count: 3,
      flag: false,
      one: 'b',
      only: 'ok',
      person: { id: '1', 'e-mail': null },
      people: [{ id: '1', 'e-mail': 'a' }],
      category: leaf,
    }
    const leaking = { ...full, person: { ...full.person, password: 'secret' }, category: { ...leaf, team_id: '9' } }
    expect(answered(schema, leaking)).toEqual(full)
  })

  test('has of a record what its values declare, and the names that it declares', () => {
    const counts = z.record(z.string(), z.object({ n: z.number() }))
    const known = z.partialRecord(z.enum(['sites', 'visits']), z.number())

    expect(answered(counts, { a: { n: 1, of: 2 } })).toEqual({ a: { n: 1 } })
    expect(answered(known, { visits: 1, secrets: 2 })).toEqual({ visits: 1 })
    const texts = z.object({ fields: z.record(z.string(), z.string()).meta({ description: 'By id.' }) })
    const naughty = { 'a"b': '"é\u2028\ud800', '': '' }
    expect(answered(texts, { fields: naughty, secrets: 2 })).toEqual({ fields: naughty })
  })

  test('asks the schema about what may be one of several', () => {
    const either = z.object({ state: z.union([z.object({ done: z.boolean() }), z.string()]) })

    expect(answered(either, { state: { done: true, by: 'Ann' } })).toEqual({ state: { done: true } })
  })
})
