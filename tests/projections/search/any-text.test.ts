import { describe, expect, test } from 'vitest'
import { searchable } from '#projections/search/items.ts'
import { newClientId } from '#tests/support/new-ids.ts'
import { searchedWorld } from '#tests/support/search-world.ts'

/** Texts with a meaning for SQL, LIKE or the index, and texts that are hard to fold. */
const nasty = [
  '"',
  '""',
  "'",
  "' OR 1=1 --",
  '"; DROP TABLE items; --',
  '*',
  'ab*',
  'NEAR',
  'NEAR(a b, 5)',
  'cat OR dog',
  'cat AND dog',
  'NOT cat',
  'label : cat',
  'within : (',
  '^cat',
  '{label} : cat',
  '-cat',
  '+cat',
  '(((',
  ')',
  '%',
  '_',
  '100%_sure',
  '\\',
  '\\%',
  '[a-z]',
  'a/b//c',
  '../..',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '%00',
  'null',
  'undefined',
  '日本語',
  '本',
  '한국어',
  'Ωμέγα',
  'e\u0301te\u0301',
  'Z\u0351\u036b\u0343algo',
  'İstanbul',
  'Straße',
  'ﬃ ﷺ',
  '👩‍👩‍👧',
  '🇬🇧',
  '\u202eevil',
  '\u200bzero',
  '\ufeffbom',
  '\ue000\ue001\ue002',
  'a\u0000b',
  'tab\there',
  'x'.repeat(255),
  '"'.repeat(255),
  '🔥'.repeat(127),
  'a '.repeat(127),
  'ab '.repeat(85),
  'ﷺ'.repeat(255),
]

/** The rule itself, said without any index: every word is a part of the name. */
const holdsAll = (name: string, query: string) =>
  searchable(query)
    .split(' ')
    .every((word) => searchable(name).includes(word))

const named = (names: readonly string[]) => {
  const clients = names.map((name) => ({ id: newClientId(), name }))
  const world = searchedWorld((w) => clients.map(({ id, name }) => w.clientAdded(name, id)))
  const expected = (query: string) => clients.filter(({ name }) => holdsAll(name, query)).map(({ id }) => id)
  return { ...world, clients, expected }
}

/** Numbers that look random and are the same each time. */
const pseudoRandom = (seed: number) => {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % below
  }
}

describe('a search for any text', () => {
  const world = named([...nasty, 'cat', 'dog', 'cat dog', 'Acme'])

  test.each(nasty)('%j finds what contains it and nothing else', (query) => {
    const ids = world.ids('clients', query)

    expect(ids.toSorted()).toEqual(world.expected(query).toSorted())
    expect(ids).toContain(world.clients.find(({ name }) => name === query)?.id)
  })

  test('finds by every way of looking what the rule says, in every page size', () => {
    const random = pseudoRandom(7)
    const characters = [...'abcAB"*%_\\\'() -é日🔥']
    const text = (maxLength: number) =>
      Array.from({ length: 1 + random(maxLength) }, () => characters[random(characters.length)]).join('')
    const many = named(Array.from({ length: 300 }, () => text(12)))

    for (let round = 0; round < 300; round += 1) {
      const query = text(6)
      const expected = searchable(query).trim() === '' ? [] : many.expected(query)
      const told: string[] = []
      let cursor: string | null | undefined
      do {
        const page = many.queries.find(many.team, 'clients', query, {
          limit: 1 + random(200),
          ...(cursor ? { cursor } : {}),
        })
        told.push(...(page?.rows.map(({ id }) => id) ?? []))
        if (page) expect(page.total).toBe(expected.length)
        cursor = page?.next
      } while (cursor)

      expect([query, told.toSorted()]).toEqual([query, expected.toSorted()])
    }
  })
})
