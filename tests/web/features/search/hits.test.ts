import { expect, test } from 'vitest'
import type { SearchGroup, SearchHit } from '#schemas/resources/search.ts'
import { foundWhere, marked, numbered } from '#web/features/search/hits.ts'

const hit = (name: string, found: SearchHit['found']['in'] = 'name'): SearchHit => ({
  id: name,
  name,
  client: null,
  site: null,
  found: { in: found, excerpt: null },
})

test('hits are counted through all groups, as the arrows walk them', () => {
  const groups: SearchGroup[] = [
    { resource: 'clients', total: 2, at_least: false, hits: [hit('Acme'), hit('Acorn')] },
    { resource: 'files', total: 9, at_least: false, hits: [hit('Certificate')] },
  ]
  expect(numbered(groups).flatMap(({ hits }) => hits.map(({ at, resource }) => [at, resource]))).toEqual([
    [0, 'clients'],
    [1, 'clients'],
    [2, 'files'],
  ])
})

test('where something was found is said where its name and its text do not show it', () => {
  expect(foundWhere(hit('Quay House', 'postcode'))).toBe('Found in the postcode')
  expect(foundWhere(hit('Quay House', 'name'))).toBeNull()
  expect(foundWhere(hit('Quay House', 'text'))).toBeNull()
})

test.each([
  ['Gas certificate', 'CERT gas', ['Gas', 'cert']],
  ['What (2) costs? 2.50', '(2) 2.', ['(2)', '2.']],
  ['Gas certificate', '   ', []],
  ['Gas certificate', 'oil', []],
])('in %j a search for %j marks its words, whatever signs they hold', (text, query, hits) => {
  const parts = marked(text, query)
  expect(parts.filter((each) => each.hit).map(({ part }) => part)).toEqual(hits)
  expect(parts.map(({ part }) => part).join('')).toBe(text)
})
